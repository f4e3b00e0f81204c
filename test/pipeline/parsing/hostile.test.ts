/** Bodies that make careless parsers slow, large or wrong: each is a declared refusal, cheap, and changes nothing. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Snippet } from 'snippet-store/sdk';
import { SENT_FIELDS } from '../../helpers/snippet-fields.js';
import { contentTypeOf, worstBodies } from '../../hostile/worst-bodies.js';
import { FORMS, form, json, useSnippetApp } from './bodies.js';

/** Milliseconds of processor time of service and client together, several times what each body takes. */
const MOST_MS = 500;
/** Bytes that all of them may leave behind. */
const MOST_KEPT = 128 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const DEPTH = 200_000;
const deep = (open: string, close: string, inner = '') => open.repeat(DEPTH) + inner + close.repeat(DEPTH);
const operators = Object.fromEntries([...SENT_FIELDS, 'owner'].map((name) => [name, { $gt: '' }]));
const JSON_BODIES: Readonly<Record<string, string>> = {
  'lists nested in every field': `{${['title', 'linenos'].map((name) => `"${name}":${deep('[', ']')}`)}}`,
  'lists nested as a choice': `{"code":"x","language":${deep('[', ']')}}`,
  'objects nested as a choice': `{"code":"x","style":${deep('{"a":', '}', '1')}}`,
  'operators in every field': JSON.stringify(operators),
  'an update': '{"$set":{"code":"x"},"$where":"sleep(1000)"}',
  'a prototype': '{"__proto__":{"code":"x","title":"x"}}',
  'numbers beyond all measure': '{"code":1e999,"title":-1e999}',
};
const NAMES = [
  'code[$ne]',
  'title[__proto__][x]',
  '__proto__',
  '__proto__[code]',
  'constructor.prototype.code',
];
const brackets = Object.fromEntries([...NAMES, `x${'[a]'.repeat(DEPTH)}`].map((name) => [name, '1']));

describe('a hostile body', () => {
  const app = useSnippetApp({
    deployment: {
      handleError(error, { standard }) {
        if (!standard || standard.status >= 500) unknown.push(error);
        return standard;
      },
    },
  });
  let kept: Snippet;
  let rss: number;
  const unknown: unknown[] = [];
  before(async () => {
    kept = await app.create(json({ code: 'kept' }));
    await app.refusal(form('multipart', {}));
    collectGarbage();
    rss = process.memoryUsage().rss;
  });

  const JSON_TYPE = 'application/json';
  const rows: readonly (readonly [name: string, contentType: string, make: () => string])[] = [
    ...[JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'].flatMap((type) =>
      worstBodies(type, 'code').map(
        ([name, make, contentType = contentTypeOf(type)]) => [name, contentType, make] as const,
      ),
    ),
    ...Object.entries(JSON_BODIES).map(([name, body]) => [name, JSON_TYPE, () => body] as const),
    ...FORMS.map((kind) => form(kind, brackets)).map(
      ({ headers, body }) => ['names in brackets', headers['Content-Type'] ?? '', () => body] as const,
    ),
  ];
  for (const [name, contentType, make] of rows)
    it(`of ${name} is refused within its time: ${contentType.slice(0, 40)}`, async () => {
      const body = make();
      let ms = Number.POSITIVE_INFINITY;
      // On a busy machine the same work may cost several times as much: too long is what is so three times in a row.
      for (let run = 0; run < 3 && ms > MOST_MS; run++) {
        const began = process.cpuUsage();
        const response = await app.post({ headers: { 'Content-Type': contentType }, body });
        const text = await response.text();
        const { user, system } = process.cpuUsage(began);
        ms = (user + system) / 1000;
        assert.equal(response.status, 400, text);
        assert.equal(typeof JSON.parse(text).detail, 'string');
      }
      assert.ok(ms <= MOST_MS, `${ms} ms`);
    });

  it('leaves nothing behind: no memory, no error that the service does not know, no change', async () => {
    collectGarbage();
    const grown = process.memoryUsage().rss - rss;
    assert.ok(grown < MOST_KEPT, `${grown} bytes`);
    assert.deepEqual(unknown, []);
    assert.ok(!('code' in {}));
    assert.deepEqual(await app.client().listSnippets().toArray(), [kept]);
  });
});
