/** What a body of each content type is read as, and what is said of one that cannot be read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULTS } from '../../helpers/snippet-fields.js';
import { BOUNDARY, FORMS, field, form, multipart, useSnippetApp } from './bodies.js';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const PARSE_ERRORS: Readonly<Record<string, string>> = {
  [JSON_TYPE]: 'JSON parse error - ',
  [FORM]: 'Form parse error - ',
  'multipart/form-data': 'Multipart form parse error - ',
};
const REQUIRED = { detail: 'Invalid input.', code: ['This field is required.'] };
const UTF8 = 'the body is not valid UTF-8';
const CUT = 'the body is cut off, or does not fit its boundary';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** One part with this head. */
const part = (head: string) => multipart([`${head}\r\n\r\né`]).body;
const CODE_PART = 'Content-Disposition: form-data; name="code"';
const FILE_PART = 'Content-Disposition: form-data; name="f"; filename="f"';
const PROTOTYPES = '"__proto__":{"title":"p"},"constructor":{"prototype":{"title":"p"}}';
const PLAIN = multipart([field('code', 'é')]).body;
const MARKED = multipart([field('code', '\ufeffx')]).body;
const MANY_PARTS = multipart(Array(1001).fill(field('a', ''))).body;
const LONG_HEAD = part(`X: ${'a'.repeat(16_384)}`);
const ODD_BOUNDARY = "it's+_,-./:=?";

describe('a body', () => {
  const app = useSnippetApp();
  const send = (type: string, body: string | Buffer) => ({ headers: { 'Content-Type': type }, body });

  for (const [type, body, code] of [
    ['Application/JSON', '{"code":"é"}', 'é'],
    [' application/json ;charset=latin1', '{"code":"é"}', 'é'],
    [JSON_TYPE, '\ufeff{"code":"\ufeffa"}', '\ufeffa'],
    [JSON_TYPE, '{"code":"a","code":"b"}', 'b'],
    [JSON_TYPE, `{"code":"x",${PROTOTYPES}}`, 'x'],
    ['application/X-WWW-Form-Urlencoded; charset=utf-7', 'code=%C3%A9', 'é'],
    [FORM, 'code=a+b%20c%2B', 'a b c+'],
    [FORM, 'code=a=b==', 'a=b=='],
    [FORM, '&&code=a&&', 'a'],
    [FORM, '?code=a&code=b', 'b'],
    [FORM, 'c%6Fde=é', 'é'],
    [FORM, 'code=%zz%4', '%zz%4'],
    [FORM, 'code=%', '%'],
    [FORM, 'code=a%26b;c', 'a&b;c'],
    [FORM, 'code=\ufeff%EF%BF%BD\ufffd', '\ufeff\ufffd\ufffd'],
    [FORM, 'title&code=a&=b', 'a'],
    [`Multipart/FORM-data; Boundary="${ODD_BOUNDARY}"`, PLAIN.replaceAll(BOUNDARY, ODD_BOUNDARY), 'é'],
    [MULTIPART, PLAIN.trimEnd(), 'é'],
    [MULTIPART, part('CONTENT-disposition:form-data; name="code"'), 'é'],
    [MULTIPART, part(`X: y\r\n${CODE_PART}`), 'é'],
    [MULTIPART, part(`Content-Type: text/plain; charset=latin1\r\n${CODE_PART}`), 'é'],
    [MULTIPART, part(`Content-Transfer-Encoding: 8bit\r\n${CODE_PART}`), 'é'],
    [MULTIPART, multipart([field('code', 'a'), field('code', '--x\n\r\n--\r\n')]).body, '--x\n\r\n--\r\n'],
    [MULTIPART, multipart([`${FILE_PART}\r\n\r\nz`, field('code', 'x')]).body, 'x'],
    // Of our own pages, which say what the browser has changed.
    [FORM, 'code=a%0D%0Ab%0D%0A', 'a\r\nb\r\n'],
    [FORM, 'line-ends=lf&code=a%0D%0Ab%0D%0A', 'a\nb\n'],
    [FORM, 'code=a%0D%0A%0D%0Ab&line-ends=cr', 'a\r\rb'],
    [FORM, 'line-ends=crlf&code=a%0D%0Ab', 'a\r\nb'],
    [FORM, 'line-ends=__proto__&code=a%0D%0Ab', 'a\r\nb'],
    [MULTIPART, multipart([field('line-ends', 'lf'), field('code', 'a\r\nb')]).body, 'a\nb'],
    [JSON_TYPE, '{"code":"a\\r\\nb","line-ends":"lf"}', 'a\r\nb'],
  ] as const)
    it(`has the code ${JSON.stringify(code)} in ${type}: ${body.slice(0, 80)}`, async () => {
      const stored = await app.create({ headers: { 'Content-Type': type }, body });
      assert.deepEqual([stored.code, stored.title], [code, '']);
    });

  for (const [name, type, body, reason] of [
    ['white space only', JSON_TYPE, ' \t\r\n', /^Unexpected end/],
    ['NaN', JSON_TYPE, '{"code":NaN}', /./],
    ['a surrogate in UTF-8', JSON_TYPE, latin1('{"code":"\xed\xa0\x80"}'), UTF8],
    ['overlong UTF-8', JSON_TYPE, Buffer.from([0xc0, 0x80]), UTF8],
    ['UTF-16', JSON_TYPE, Buffer.from('{"code":"a"}', 'utf16le'), /./],
    ['a cut off escape', JSON_TYPE, '{"code":"\\u00', /./],
    ['a raw line break', JSON_TYPE, '{"code":"\n"}', /./],
    ['a trailing comma', JSON_TYPE, '{"code":"a",}', /./],
    ['two values', JSON_TYPE, '{"code":"a"}{"code":"b"}', /./],
    ['two byte order marks', JSON_TYPE, '\ufeff\ufeff{"code":"a"}', /./],
    ['an emoji that the message would cut', JSON_TYPE, '😀', /^Unexpected token '\ufffd', "😀" is not valid/],
    ['an escape that is not UTF-8', FORM, 'code=%ff', UTF8],
    ['an escaped surrogate', FORM, 'code=%ED%A0%80', UTF8],
    ['a cut escape in a name', FORM, '%C3=%EF%BF%BD', UTF8],
    ['Latin-1', FORM, latin1('code=\xe9'), UTF8],
    ['1,001 fields', FORM, `${'a=&'.repeat(1000)}code=x`, 'the body has more than 1000 fields'],
    ['no boundary in its type', 'multipart/form-data', multipart([]).body, CUT],
    ['another boundary', MULTIPART, '--other\r\n\r\n\r\n--other--', CUT],
    ['no boundary at all', MULTIPART, 'code=x', CUT],
    ['a cut off head', MULTIPART, `--${BOUNDARY}\r\nContent-Dispo`, CUT],
    ['a cut off part', MULTIPART, `--${BOUNDARY}\r\n${field('code', 'x')}`, CUT],
    ['bare line feeds', MULTIPART, multipart([field('code', 'x')]).body.replaceAll('\r', ''), CUT],
    ['a part without a name', MULTIPART, part('Content-Disposition: form-data'), CUT],
    ['a part without quotes', MULTIPART, part('Content-Disposition: form-data; name=code'), CUT],
    ['a part in Latin-1', MULTIPART, latin1(part(CODE_PART)), UTF8],
    ['a file in Latin-1', MULTIPART, latin1(part(FILE_PART)), UTF8],
    ['a byte order mark', MULTIPART, MARKED, 'a part begins with a byte order mark'],
    ['1,001 parts', MULTIPART, MANY_PARTS, 'the body has more than 1000 parts'],
    ['a long head', MULTIPART, LONG_HEAD, 'the head of a part is longer than 16384 bytes'],
    [
      'a head of many lines',
      MULTIPART,
      part('a:b\r\n'.repeat(16)),
      'the head of a part has more than 16 lines',
    ],
  ] as const)
    it(`with ${name} in ${type.split(';')[0]} is 400 and says so`, async () => {
      const { detail, ...rest } = await app.refusal(send(type, body));
      assert.deepEqual(rest, {});
      const prefix = PARSE_ERRORS[type.replace(/;.*/, '')] ?? '';
      assert.equal(String(detail).slice(0, prefix.length), prefix);
      const said = String(detail).slice(prefix.length);
      if (reason instanceof RegExp) assert.match(said, reason);
      else assert.equal(said, reason);
    });

  it('that is JSON and was sent as a form is refused with what to do', async () => {
    const refusal = await app.refusal(send(FORM, '{"code": "a=b&c"}'));
    assert.deepEqual(refusal, {
      detail: 'Invalid input.',
      code: ['This field is required.'],
      non_field_errors: ['Sent as a form. For JSON, set Content-Type: application/json.'],
    });
  });

  const noObject = (type: string) => `Invalid data. Expected a dictionary, but got ${type}.`;
  for (const [body, message] of [
    ['[{"code":"a"}]', noObject('list')],
    ['"code"', noObject('str')],
    ['""', noObject('str')],
    ['0', noObject('int')],
    ['1.5', noObject('float')],
    ['true', noObject('bool')],
    ['null', 'No data provided'],
  ] as const)
    it(`is refused when it is ${body}: ${message}`, async () => {
      const refusal = await app.refusal(send(JSON_TYPE, body));
      assert.deepEqual(refusal, { detail: 'Invalid input.', non_field_errors: [message] });
    });

  for (const type of [
    ...['text/plain', 'application/jsonx', 'application/merge-patch+json', 'json', '; charset=utf-8', ''],
  ])
    it(`is 415 as "${type}", which is named as it was sent, with a length and in chunks`, async () => {
      for (const body of [Buffer.from('{"code":"a"}'), new Blob(['{"code":"a"}']).stream()]) {
        const response = await app.post({ headers: type ? { 'Content-Type': type } : {}, body });
        assert.equal(response.status, 415);
        assert.deepEqual(await response.json(), { detail: `Unsupported media type "${type}" in request.` });
      }
    });

  it('equals {} when it is empty, whatever its type, and in chunks', async () => {
    for (const type of [JSON_TYPE, FORM, 'multipart/form-data', 'text/plain', ''])
      assert.deepEqual(await app.refusal({ headers: type ? { 'Content-Type': type } : {} }), REQUIRED);
    for (const type of [JSON_TYPE, FORM, MULTIPART]) {
      const empty = { headers: { 'Content-Type': type }, body: new Blob([]).stream() };
      assert.deepEqual(await app.refusal(empty), REQUIRED);
    }
  });

  for (const kind of FORMS) {
    it(`takes the last value of a repeated name, and names as plain text: ${kind}`, async () => {
      const names = { 'code[0]': 'a', 'code[$ne]': '1', 'code.b': 'c', 'title[]': 'd', __proto__x: 'p' };
      assert.deepEqual(await app.refusal(form(kind, names)), REQUIRED);
      const pairs: [string, string][] = [...Object.entries(names), ['code', 'first'], ['code', 'last']];
      const stored = await app.create(form(kind, pairs));
      assert.deepEqual([stored.code, stored.title], ['last', '']);
    });

    it(`treats a blank choice as absent, and an absent checkbox as false: ${kind}`, async () => {
      for (const blanks of [{}, { title: '', language: '', style: '', linenos: '' }]) {
        const { id: _id, owner: _owner, ...stored } = await app.create(form(kind, { code: 'x', ...blanks }));
        assert.deepEqual(stored, { ...DEFAULTS, code: 'x' });
      }
    });
  }

  it('has no file where text belongs', async () => {
    const file = (name: string) => `${FILE_PART.replace('name="f"', `name="${name}"`)}\r\n\r\nz`;
    assert.deepEqual(await app.refusal(multipart(['title', 'code', 'linenos', 'language'].map(file))), {
      detail: 'Invalid input.',
      title: ['Not a valid string.'],
      code: ['Not a valid string.'],
      linenos: ['Must be a valid boolean.'],
      language: ['"file" is not a valid choice.'],
    });
  });
});
