/** Input that breaks the server. */
import { answer, isCreation } from '../changes.js';
import type { Faults } from '../fault.js';

export const serverErrors: Faults = {
  'a 500 on emoji': () =>
    answer(
      (message) => isCreation(message) && /\p{Extended_Pictographic}/u.test(message.body.toString()),
      500,
    ),
  'a 500 on a NUL': () => answer(({ body }) => body.includes('\\u0000'), 500),
  'a 500 on nested arrays': () => answer(({ body }) => body.includes('[[[['), 500),
  'a 500 on ids of many digits': () => answer(({ target }) => /^\/snippets\/\d{16,}\//.test(target), 500),
};
