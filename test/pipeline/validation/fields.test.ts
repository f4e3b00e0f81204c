import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenHeader } from '../../helpers/app.js';
import { DEFAULTS, SENT_FIELDS } from '../../helpers/snippet-fields.js';
import { FORMS, form, json, useSnippetApp } from '../parsing/bodies.js';

const REQUIRED = 'This field is required.';
const NULL = 'This field may not be null.';
const BLANK = 'This field may not be blank.';
const NO_STRING = 'Not a valid string.';
const NO_BOOLEAN = 'Must be a valid boolean.';
const NUL = 'Null characters are not allowed.';
const surrogate = (hex: string) => `Surrogate characters are not allowed: U+${hex}.`;
const tooLong = (length: number) => `Ensure this field has no more than ${length} characters.`;
const noChoice = (input: string) => `"${input}" is not a valid choice.`;

/** A field, its value in JSON, and the messages. */
type Refused = readonly [field: string, value: unknown, ...messages: string[]];

const NO_STRINGS: readonly unknown[] = [0, 7, -1.5, true, false, [], ['a'], {}, { $gt: '' }, [[{}]]];
const BLANKS = ['', ' ', '\t', '\r\n', ' \n\t\r '];
const NO_CHOICES = ['FRIENDLY', ' python', 'friendly ', '', ' ', '__proto__', 'constructor', 'x'.repeat(101)];
const NO_BOOLEANS: readonly unknown[] = ['true', 'false', 'on', '', 0, 1, [], {}, [true]];
const ALIASES = {
  Python: 'python',
  py: 'python',
  html: 'xml',
  tsx: 'typescript',
  text: 'plaintext',
  'c++': 'cpp',
};

const REFUSED: readonly Refused[] = [
  ...SENT_FIELDS.map((name): Refused => [name, null, NULL]),
  ...['title', 'code'].flatMap((name) => NO_STRINGS.map((value): Refused => [name, value, NO_STRING])),
  ...BLANKS.map((blank): Refused => ['code', blank, BLANK]),
  ['title', 'a'.repeat(101), tooLong(100)],
  ['title', '😀'.repeat(101), tooLong(100)],
  ['code', 'a'.repeat(100_001), tooLong(100_000)],
  ['code', '😀'.repeat(100_001), tooLong(100_000)],
  ['title', '\0', NUL],
  ['code', 'a\0b', NUL],
  ['code', ' \0 ', NUL],
  ['title', '\ud800', surrogate('D800')],
  ['title', 'a\udfffb', surrogate('DFFF')],
  ['code', '\udc00\ud800', surrogate('DC00')],
  ['code', '😀\ud83d', surrogate('D83D')],
  ['title', `${'a'.repeat(99)}\0\ud800`, tooLong(100), NUL, surrogate('D800')],
  ['title', `${'a'.repeat(98)}\0\ud800`, NUL, surrogate('D800')],
  ['code', ' '.repeat(100_001), BLANK, tooLong(100_000)],
  ['code', `${'a'.repeat(100_000)}\0`, tooLong(100_000), NUL],
  ...NO_BOOLEANS.map((value): Refused => ['linenos', value, NO_BOOLEAN]),
  ...NO_CHOICES.map((value): Refused => ['language', value, noChoice(value)]),
  ...NO_CHOICES.map((value): Refused => ['style', value, noChoice(value)]),
  ...Object.entries(ALIASES).map(
    ([called, language]): Refused => ['language', called, noChoice(called), `Did you mean "${language}"?`],
  ),
  ['style', 'html', noChoice('html')],
  ['language', 7, noChoice('7')],
  ['language', true, noChoice('true')],
  ['style', 1.5, noChoice('1.5')],
  ['style', ['friendly'], noChoice('list')],
  ['language', { $gt: '' }, noChoice('object')],
  ['language', '\0', noChoice('\0')],
  ['language', 'é😀', noChoice('é😀')],
];

const KEPT: readonly string[] = [
  ...[' lead', 'trail \n', '\t\r\n x', '\u00a0', '\u2003\u2028', 'a\ufeff', 'a\r\nb\rc\nd\r\n--\n\r\n'],
  ...['\u0001\u0008\u000b\u000c\u001f\u007f\u0085', '👩‍👩‍👧‍👦e\u0301é', '\u202eabc\ufffe\uffff\u{10ffff}'],
  ...['{"$gt": ""}', '$where', '%zz %41 &amp; <b>', "'; DROP TABLE snippets; --", " é😀&=+%;' "],
];

describe('the fields of a snippet', () => {
  const app = useSnippetApp();
  const quoted = (value: unknown) => JSON.stringify(value).slice(0, 40);
  const everyWay = [json, ...FORMS.map((kind) => form.bind(null, kind))];
  const refused = async (request: ReturnType<typeof json>, errors: Record<string, readonly string[]>) => {
    const refusal = await app.refusal(request);
    assert.deepEqual(Object.entries(refusal), Object.entries({ detail: 'Invalid input.', ...errors }));
  };

  for (const [name, value, ...messages] of REFUSED)
    it(`are refused with every message that applies: ${name} ${quoted(value)}`, async () => {
      await refused(json({ code: 'x', [name]: value }), { [name]: messages });
      // Forms know neither types nor, being UTF-8, unpaired surrogates; a checkbox has words of its own.
      if (typeof value !== 'string' || !value.isWellFormed() || name === 'linenos') return;
      // A blank choice or title counts as not given.
      if (name !== 'code' && value === '') return;
      for (const kind of FORMS) await refused(form(kind, { code: 'x', [name]: value }), { [name]: messages });
    });

  for (const kind of FORMS) {
    for (const [words, linenos] of [
      ['true True TRUE t T yes Yes y Y on ON 1', true],
      ['false False FALSE f F no No n N off OFF 0', false],
    ] as const)
      it(`${words} are ${linenos} in ${kind}`, async () => {
        for (const word of words.split(' '))
          assert.equal((await app.create(form(kind, { code: 'x', linenos: word }))).linenos, linenos, word);
      });

    it(`other words and spellings are no checkbox in ${kind}`, async () => {
      for (const word of ['2', ' true', 'true ', 'ja', 'truee', 'null', 'None', '01', '\0'])
        await refused(form(kind, { code: 'x', linenos: word }), { linenos: [NO_BOOLEAN] });
    });
  }

  for (const text of KEPT)
    it(`keep every character, in JSON and in forms: ${quoted(text)}`, async () => {
      for (const make of everyWay) {
        const stored = await app.create(make({ title: text, code: text }));
        assert.deepEqual([stored.title, stored.code], [text, text]);
        const raw = await app.fetch(`/snippets/${stored.id}/raw/`);
        assert.deepEqual(Buffer.from(await raw.arrayBuffer()), Buffer.from(text), 'raw');
      }
    });

  for (const letter of ['\t', '\u{10ffff}'])
    it(`may be as long as the contract says, in code points: ${quoted(letter)}`, async () => {
      const title = letter.repeat(100);
      const code = `x${letter.repeat(99_999)}`;
      const { headers, body } = json({ title, code });
      // The longest spelling.
      const spell = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const escaped = { headers, body: body.replace(/[^\x20-\x7e]/g, spell) };
      for (const request of [escaped, ...everyWay.map((make) => make({ title, code }))]) {
        const stored = await app.create(request);
        assert.ok(stored.title === title && stored.code === code);
      }
    });

  it('are refused all at once, in the order in which the contract declares them', async () => {
    const all = (title: string, code: string, choice: (name: string) => string) => ({
      ...{ title: [title], code: [code], linenos: [NO_BOOLEAN] },
      ...{ language: [noChoice(choice('language'))], style: [noChoice(choice('style'))] },
    });
    const inJson = json({ style: 'style', language: 'language', linenos: 3, title: 4 });
    await refused(inJson, all(NO_STRING, REQUIRED, String));
    const fields = { style: 'a', language: 'a', linenos: 'c', code: '\n', title: '\0' };
    for (const kind of FORMS)
      await refused(
        form(kind, fields),
        all(NUL, BLANK, () => 'a'),
      );
  });

  it('are stored as they were sent when all are given', async () => {
    const sent = { ...DEFAULTS, title: 'T', code: 'c', linenos: true, language: 'rust', style: 'monokai' };
    for (const request of [json(sent), ...FORMS.map((kind) => form(kind, { ...sent, linenos: 'on' }))]) {
      const { id, owner, ...stored } = await app.create(request);
      assert.deepEqual(stored, sent);
    }
  });

  it('are ignored, whatever their type, when a client may not set them or the contract does not know them', async () => {
    const ownIds = ['id', '_id', 'owner', 'owner_id', 'ownerId'];
    const others = [...ownIds, 'created', 'highlighted', 'version', 'plain', 'x', 'toString'];
    const { id } = await app.create(json({ code: 'first' }));
    for (const value of [null, 1, -1, 'bob', '2001-01-01', [], { $set: { a: 1 } }, true]) {
      const extra = Object.fromEntries(others.map((name) => [name, value]));
      const stored = await app.create(json({ ...extra, code: 'x' }));
      assert.ok(stored.id > id);
      assert.equal(stored.owner, 'alice');
    }
    const sent = { code: 'y', owner: 'bob', version: 9 };
    const response = await app.sendJson('PUT', `/snippets/${id}/`, sent, tokenHeader(app.alice));
    const replaced = await response.json();
    assert.deepEqual([replaced.id, replaced.owner], [id, 'alice']);
  });

  it('follow the same rules in PUT, which changes nothing when a field is invalid', async () => {
    const stored = await app.create(json({ code: 'before', title: 'kept' }));
    const { id } = stored;
    for (const [name, value, ...messages] of REFUSED.filter((_, index) => index % 5 === 0)) {
      const sent = { code: 'after', [name]: value };
      const response = await app.sendJson('PUT', `/snippets/${id}/`, sent, tokenHeader(app.alice));
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), { detail: 'Invalid input.', [name]: messages });
    }
    assert.deepEqual(await app.client().getSnippet({ id }), stored);
  });
});
