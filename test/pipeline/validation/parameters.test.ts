import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { json } from '../parsing/bodies.js';
import { useSnippetApp } from '../parsing/snippet-app.js';

const NO_INTEGER = 'A valid integer is required.';
const TOO_SMALL = 'Ensure this value is greater than or equal to 1.';
const TOO_LARGE = 'Ensure this value is less than or equal to 1000.';
const NOT_VALID = 'This value is not valid.';

describe('the parameters of the list', () => {
  const app = useSnippetApp();
  before(async () => {
    for (const code of ['a', 'b', 'c']) await app.create(json({ code }));
  });

  const REFUSED: readonly [query: string, errors: Record<string, string[]>][] = [
    ['limit=0', { limit: [TOO_SMALL] }],
    ['limit=-1', { limit: [TOO_SMALL] }],
    ['limit=1001', { limit: [TOO_LARGE] }],
    ['limit=99999999999999999999', { limit: [TOO_LARGE] }],
    ['limit=', { limit: [NO_INTEGER] }],
    ['limit', { limit: [NO_INTEGER] }],
    ['limit=1.0', { limit: [NO_INTEGER] }],
    ['limit=1e1', { limit: [NO_INTEGER] }],
    ['limit=0x1', { limit: [NO_INTEGER] }],
    ['limit=%2B1', { limit: [NO_INTEGER] }],
    ['limit=%201', { limit: [NO_INTEGER] }],
    ['limit=1%00', { limit: [NO_INTEGER] }],
    ['limit=%D9%A1', { limit: [NO_INTEGER] }],
    ['limit=%zz', { limit: [NO_INTEGER] }],
    ['limit=2&limit=x', { limit: [NO_INTEGER] }],
    ['after=', { after: ['This field may not be blank.'] }],
    ['after=x', { after: [NOT_VALID] }],
    ['after=a-b-c', { after: [NOT_VALID] }],
    ['after=%00', { after: ['Null characters are not allowed.'] }],
    ['after=1-A', { after: [NOT_VALID] }],
    ['after=0123456789-1', { after: [NOT_VALID] }],
    ['language=klingon', { language: ['"klingon" is not a valid choice.'] }],
    ['language=__proto__', { language: ['"__proto__" is not a valid choice.'] }],
    ['order=CREATED', { order: ['"CREATED" is not a valid choice.'] }],
    ['limit=x&after=y', { limit: [NO_INTEGER], after: [NOT_VALID] }],
  ];
  for (const [query, errors] of REFUSED) {
    it(`${query} is 400 and says what is wrong`, async () => {
      const response = await app.fetch(`/snippets/?${query}`);
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), { detail: 'Invalid input.', ...errors });
    });
  }

  const ACCEPTED: readonly [query: string, codes: string[]][] = [
    ['', ['a', 'b', 'c']],
    ['limit=1', ['a']],
    ['limit=1000', ['a', 'b', 'c']],
    ['limit=002', ['a', 'b']],
    ['limit=x&limit=2', ['a', 'b']],
    ['after=0', ['a', 'b', 'c']],
    ['format=', ['a', 'b', 'c']],
    ['after=999999', []],
    ['x=%zz&limit[$gt]=1&LIMIT=1&__proto__=1&', ['a', 'b', 'c']],
  ];
  for (const [query, codes] of ACCEPTED) {
    it(`${query || 'none'} lists ${codes.length}`, async () => {
      const response = await app.fetch(`/snippets/?${query}`);
      assert.equal(response.status, 200);
      assert.deepEqual(
        ((await response.json()) as { code: string }[]).map(({ code }) => code),
        codes,
      );
    });
  }
});
