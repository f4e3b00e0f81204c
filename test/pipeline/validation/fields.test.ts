import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenHeader } from '../../helpers/app.js';
import { DEFAULTS, SENT_FIELDS } from '../../helpers/snippet-fields.js';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { FORMS, form, json } from '../parsing/bodies.js';
import { useSnippetApp } from '../parsing/snippet-app.js';

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
  ...['true', 'false', 'on', '', 0, 1, [], {}, [true]].map(
    (value): Refused => ['linenos', value, NO_BOOLEAN],
  ),
  ...['language', 'style'].flatMap((name) =>
    [
      'FRIENDLY',
      ' python',
      'friendly ',
      '',
      ' ',
      '__proto__',
      'constructor',
      'toString',
      'x'.repeat(101),
    ].map((value): Refused => [name, value, noChoice(value)]),
  ),
  ...[
    'Python python',
    'py python',
    'html xml',
    'tsx typescript',
    'docker dockerfile',
    'text plaintext',
    'c++ cpp',
  ].map((pair): Refused => {
    const [called = '', language = ''] = pair.split(' ');
    return ['language', called, noChoice(called), `Did you mean "${language}"?`];
  }),
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
  ' lead',
  'trail \n',
  '\t\r\n x',
  '\u00a0',
  '\u2003\u2028',
  'a\ufeff',
  '\u0001\u0008\u000b\u000c\u001f\u007f\u0085',
  'a\r\nb\rc\nd',
  '👩‍👩‍👧‍👦e\u0301é',
  '\u202eabc\ufffe\uffff\u{10ffff}',
  '{"$gt": ""}',
  '$where',
  '%zz %41 &amp; <b>',
  "'; DROP TABLE snippets; --",
];

describeOnAnyStore('the fields of a snippet', (store) => {
  const app = useSnippetApp({ store });
  const quoted = (value: unknown) => JSON.stringify(value).slice(0, 40);

  describe('in JSON are refused with every message that applies', () => {
    for (const [name, value, ...messages] of REFUSED) {
      it(`${name}: ${quoted(value)}`, async () => {
        const refusal = await app.refusal(json({ code: 'x', [name]: value }));
        assert.deepEqual(refusal, { detail: 'Invalid input.', [name]: messages });
      });
    }
  });

  for (const kind of FORMS) {
    describe(`in ${kind} are refused with the same messages`, () => {
      const blankIsNotGiven = (name: string, value: string) => name !== 'code' && value === '';
      for (const [name, value, ...messages] of REFUSED) {
        // Forms know neither types nor, being UTF-8, unpaired surrogates; a checkbox has words of its own.
        if (typeof value !== 'string' || !value.isWellFormed() || name === 'linenos') continue;
        if (blankIsNotGiven(name, value)) continue;
        it(`${name}: ${quoted(value)}`, async () => {
          const refusal = await app.refusal(form(kind, { code: 'x', [name]: value }));
          assert.deepEqual(refusal, { detail: 'Invalid input.', [name]: messages });
        });
      }
    });

    describe(`in ${kind} have words for a checkbox, in any case`, () => {
      const yes = ['true', 'True', 'TRUE', 't', 'T', 'yes', 'Yes', 'y', 'Y', 'on', 'ON', '1'];
      const no = ['false', 'False', 'FALSE', 'f', 'F', 'no', 'No', 'n', 'N', 'off', 'OFF', '0'];
      for (const [words, linenos] of [
        [yes, true],
        [no, false],
      ] as const) {
        it(`${words.join(' ')} are ${linenos}`, async () => {
          for (const word of words)
            assert.equal((await app.create(form(kind, { code: 'x', linenos: word }))).linenos, linenos, word);
        });
      }
      for (const word of ['2', ' true', 'true ', 'ja', 'truee', 'null', 'None', '01', '\0']) {
        it(`${quoted(word)} is no word for a checkbox`, async () => {
          assert.deepEqual(await app.refusal(form(kind, { code: 'x', linenos: word })), {
            detail: 'Invalid input.',
            linenos: [NO_BOOLEAN],
          });
        });
      }
    });
  }

  describe('keep every character, in JSON and in forms', () => {
    for (const text of KEPT) {
      it(quoted(text), async () => {
        for (const body of [json, ...FORMS.map((kind) => form.bind(null, kind))].map((make) =>
          make({ title: text, code: text }),
        )) {
          const stored = await app.create(body);
          assert.deepEqual([stored.title, stored.code], [text, text]);
          const raw = await app.fetch(`/snippets/${stored.id}/raw/`);
          assert.deepEqual(Buffer.from(await raw.arrayBuffer()), Buffer.from(text), 'raw');
        }
      });
    }
  });

  describe('may be as long as the contract says, in code points', () => {
    for (const letter of ['a', '\t', '😀', '\u{10ffff}']) {
      it(quoted(letter), async () => {
        const title = letter.repeat(100);
        const code = `x${letter.repeat(99_999)}`;
        for (const body of [json({ title, code }), ...FORMS.map((kind) => form(kind, { title, code }))]) {
          const stored = await app.create(body);
          assert.ok(stored.title === title && stored.code === code);
        }
      });
    }
  });

  it('are refused all at once, in the order in which the contract declares them', async () => {
    const refusal = await app.refusal(json({ style: 1, language: 2, linenos: 3, title: 4 }));
    assert.deepEqual(Object.entries(refusal), [
      ['detail', 'Invalid input.'],
      ['title', [NO_STRING]],
      ['code', [REQUIRED]],
      ['linenos', [NO_BOOLEAN]],
      ['language', [noChoice('2')]],
      ['style', [noChoice('1')]],
    ]);
    for (const kind of FORMS) {
      const fields = { style: 'a', language: 'b', linenos: 'c', code: '\n', title: '\0' };
      assert.deepEqual(Object.entries(await app.refusal(form(kind, fields))), [
        ['detail', 'Invalid input.'],
        ['title', [NUL]],
        ['code', [BLANK]],
        ['linenos', [NO_BOOLEAN]],
        ['language', [noChoice('b')]],
        ['style', [noChoice('a')]],
      ]);
    }
  });

  it('are stored as they were sent when all are given', async () => {
    const sent = { ...DEFAULTS, title: 'T', code: 'c', linenos: true, language: 'rust', style: 'monokai' };
    const { id, owner, ...stored } = await app.create(json(sent));
    assert.deepEqual(stored, sent);
    for (const kind of FORMS) {
      const { id, owner, ...fromForm } = await app.create(form(kind, { ...sent, linenos: 'on' }));
      assert.deepEqual(fromForm, sent);
    }
  });

  it('are ignored, whatever their type, when a client may not set them or the contract does not know them', async () => {
    const others = [
      'id',
      'owner',
      'owner_id',
      'ownerId',
      'created',
      'highlighted',
      'version',
      '_id',
      'plain',
      'x',
      'toString',
    ];
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
