import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { type SnippetApp, startSnippetApp } from './snippet-app.js';

const UNPARSABLE: Readonly<Record<string, string | Buffer>> = {
  'white space only': ' \t\r\n',
  NaN: '{"code":NaN}',
  Infinity: '{"code":-Infinity}',
  'invalid UTF-8': Buffer.from('{"code":"\xff"}', 'latin1'),
  'an unpaired surrogate in UTF-8': Buffer.from('{"code":"\xed\xa0\x80"}', 'latin1'),
  'UTF-16': Buffer.from('{"code":"a"}', 'utf16le'),
  'cut off': '{"code":"a"',
  'cut off in an escape': '{"code":"\\u00',
  'a raw line break in a string': '{"code":"\n"}',
  'a raw NUL': '{"code":"\0"}',
  'a trailing comma': '{"code":"a",}',
  'single quotes': "{'code':'a'}",
  'a comment': '{"code":"a"} // done',
  'two values': '{"code":"a"}{"code":"b"}',
  'two byte order marks': '\ufeff\ufeff{"code":"a"}',
  'half an emoji beside the place of the error': '{"code":"\\ud83d😀" x 😀😀😀😀😀😀}',
};

const NO_OBJECTS: Readonly<Record<string, string>> = {
  '[]': 'list',
  '[{"code":"a"}]': 'list',
  '"code"': 'str',
  '""': 'str',
  '0': 'int',
  '-7': 'int',
  '1.5': 'float',
  true: 'bool',
  false: 'bool',
};

describeOnAnyStore('a JSON body', (store) => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp({ store });
  });
  after(() => app.close());
  const send = (body: string | Buffer) => ({ headers: { 'Content-Type': 'application/json' }, body });

  describe('a JSON body that does not parse is 400 and says why', () => {
    for (const [name, body] of Object.entries(UNPARSABLE)) {
      it(name, async () => {
        const { detail, ...rest } = await app.refusal(send(body));
        assert.match(String(detail), /^JSON parse error - ./);
        assert.deepEqual(rest, {});
      });
    }
    it('the message of the parser is cut between characters', async () => {
      const { detail } = await app.refusal(send('😀'));
      assert.equal(detail, `JSON parse error - Unexpected token '\ufffd', "😀" is not valid JSON`);
    });
    it('the message names the encoding when it is not UTF-8', async () => {
      const { detail } = await app.refusal(send(Buffer.from([0xff])));
      assert.equal(detail, 'JSON parse error - the body is not valid UTF-8');
    });
  });

  describe('a JSON body that is not an object is 400 and names its type', () => {
    for (const [body, type] of Object.entries(NO_OBJECTS)) {
      it(`${body} is refused as ${type}`, async () => {
        assert.deepEqual(await app.refusal(send(body)), {
          detail: 'Invalid input.',
          non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`],
        });
      });
    }
    it('null is refused as no data', async () => {
      assert.deepEqual(await app.refusal(send('null')), {
        detail: 'Invalid input.',
        non_field_errors: ['No data provided'],
      });
    });
  });

  it('may begin with a byte order mark, which is ignored', async () => {
    assert.equal((await app.create(send('\ufeff{"code":"\ufeffa"}') as never)).code, '\ufeffa');
  });

  it('takes the last of two equal keys', async () => {
    assert.equal(
      (await app.create({ ...send('{"code":"a","code":"b"}'), body: '{"code":"a","code":"b"}' })).code,
      'b',
    );
  });
});
