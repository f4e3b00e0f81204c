/** Values that are accepted and cannot be read back. */
import { editCreation, forward, isSnippet, readObject } from '../changes.js';
import type { Faults } from '../fault.js';

export const lostData: Faults = {
  'a PUT that ignores the title': () =>
    forward((message) => {
      const body = message.method === 'PUT' && isSnippet(message) ? readObject(message.body) : undefined;
      if (body === undefined) return;
      delete body.title;
      message.body = Buffer.from(JSON.stringify(body));
    }),
  'code that is cut off when it is stored': () =>
    editCreation((body) => {
      if (typeof body.code === 'string' && body.code.length > 3) body.code = body.code.slice(0, 3);
    }),
};
