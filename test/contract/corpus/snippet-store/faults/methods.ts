/** Methods that answer though the document does not name them, and `Allow` that does not tell the truth. */
import { answer, change, without } from '../changes.js';
import type { Faults } from '../fault.js';

export const methods: Faults = {
  'PATCH answered': () => answer(({ method }) => method === 'PATCH', 200, {}),
  'TRACE answered': () => answer(({ method }) => method === 'TRACE', 200, {}),
  'a 405 without Allow': () => without(({ status }) => status === 405, 'allow'),
};

export const allowHeaders: Faults = {
  'an Allow that lacks a method': () => allow(() => 'HEAD, OPTIONS'),
  'an Allow that promises a method': () => allow((methods) => `${methods}, PATCH`),
};

const allow = (how: (methods: string) => string) =>
  change(
    (_given, { method }) => method === 'OPTIONS',
    ({ headers }) => {
      headers.allow = how(headers.allow ?? '');
    },
  );
