import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SENT_FIELDS } from '../../helpers/snippet-fields.js';
import { FORMS, form, json } from '../parsing/bodies.js';
import { useSnippetApp } from '../parsing/snippet-app.js';

/** Every string of UTF-16, half pairs included. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  maxLength: 120,
});
/** Text with what is special somewhere: white space, quotes, escapes, NUL, half pairs, emoji. */
const oddText = fc.string({
  unit: fc.constantFrom(...' \t\r\n"\\%&=+;<>{}[]$.-_aZ0', '\0', '\ud800', '\udc00', '😀', '\ufeff', 'é'),
  maxLength: 110,
});
/** Inputs of each property. */
const RUNS = 50;
const text = fc.oneof(anyText, oddText, fc.string({ unit: 'binary', maxLength: 110 }));

describe('whatever is sent', () => {
  const app = useSnippetApp();

  it('any JSON value as any field is stored as it is or refused under its name', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SENT_FIELDS), value, async (name, value) => {
        const response = await app.post(json({ code: 'x', [name]: value }));
        const body = (await response.json()) as Record<string, unknown>;
        if (response.status === 201) assert.deepEqual(body[name], value);
        else assert.deepEqual([response.status, Object.keys(body)], [400, ['detail', name]]);
      }),
      { numRuns: RUNS },
    );
  });

  it('any JSON value as a body is an object with code, or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const refusal = await app.refusal(json(value));
        assert.equal(refusal.detail, 'Invalid input.');
      }),
      { numRuns: RUNS },
    );
  });

  /** What the rules say about a title or a code, told another way than the service tells it. */
  function messagesFor(name: 'title' | 'code', value: string): string[] {
    const points = Array.from(value, (character) => character.codePointAt(0) ?? 0);
    const half = points.find((point) => point >= 0xd800 && point <= 0xdfff);
    const isBlank = name === 'code' && points.every((point) => [9, 10, 13, 32].includes(point));
    const limit = name === 'title' ? 100 : 100_000;
    return [
      ...(isBlank ? ['This field may not be blank.'] : []),
      ...(points.length > limit ? [`Ensure this field has no more than ${limit} characters.`] : []),
      ...(points.includes(0) ? ['Null characters are not allowed.'] : []),
      ...(half ? [`Surrogate characters are not allowed: U+${half.toString(16).toUpperCase()}.`] : []),
    ];
  }

  it('any text as title and code comes back byte for byte, or is refused with the right messages', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (title, code) => {
        const errors = { title: messagesFor('title', title), code: messagesFor('code', code) };
        const failing = Object.entries(errors).filter(([, messages]) => messages.length > 0);
        const isWellFormed = title.isWellFormed() && code.isWellFormed();
        // A part that begins with a byte order mark cannot be read.
        const isMarked = title.startsWith('\ufeff') || code.startsWith('\ufeff');
        const kinds = FORMS.filter((kind) => isWellFormed && !(isMarked && kind === 'multipart'));
        for (const make of [json, ...kinds.map((kind) => form.bind(null, kind))]) {
          const request = make({ title, code });
          if (failing.length > 0) {
            const expected = { detail: 'Invalid input.', ...Object.fromEntries(failing) };
            assert.deepEqual(await app.refusal(request), expected);
          } else {
            const stored = await app.create(request);
            assert.deepEqual([stored.title, stored.code], [title, code]);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
