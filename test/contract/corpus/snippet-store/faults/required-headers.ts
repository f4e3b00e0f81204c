/** Headers that requests need by the document, and that the server does not ask for. */
import { asRecord } from '../../../harness/document/values.js';
import { edit } from '../changes.js';
import type { Faults } from '../fault.js';

const PURPOSE = {
  name: 'X-Purpose',
  in: 'header',
  required: true,
  description: 'Why it is asked for.',
  schema: { type: 'string' },
  example: 'a test',
};

export const requiredHeaders: Faults = {
  'a required header that nobody asks for': () =>
    edit(
      (_given, { target }) => target === '/openapi.json',
      ({ paths }) => Object.assign(asRecord(asRecord(paths)['/']), { parameters: [PURPOSE] }),
    ),
};
