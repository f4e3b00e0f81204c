/** Addresses in answers that lead to the wrong place. */
import { change, isCreated, readJson } from '../changes.js';
import type { Faults } from '../fault.js';
import type { Fault } from '../proxy.js';

export const locations: Faults = {
  'a Location of a snippet that is not there': () =>
    change(isCreated, ({ headers }) => {
      headers.location = '/snippets/987654321/';
    }),
};

const isList = (target: string) => /^\/snippets\/\?.*limit=/.test(target);

export const pages: Faults = {
  'a next link that leads to the beginning': (): Fault => ({
    request(message) {
      if (isList(message.target)) message.target = message.target.replace(/&?after=[^&]*/, '');
      return undefined;
    },
  }),
  'lists whose last item is left out': () =>
    change(
      (given, { method, target }) => method === 'GET' && isList(target) && given.headers.link !== undefined,
      (given) => {
        const items = readJson(given.body);
        if (Array.isArray(items)) given.body = Buffer.from(JSON.stringify(items.slice(0, -1)));
      },
    ),
};
