/** How the header is read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHeader } from '#src/authentication/oauth1.js';

const NO_PAIRS = 'Expected name="value", separated by commas.';
const NO_UTF8 = 'Names and values are percent-encoded UTF-8.';
const NOTHING = 'No credentials provided.';

describe('Authorization: OAuth', () => {
  for (const [header, ...parameters] of [
    ['OAuth a="1"', 'a', '1'],
    ['oauth a="1",b="2"', 'a', '1', 'b', '2'],
    ['OAUTH   a = "1"\t,  b="2" ', 'a', '1', 'b', '2'],
    ['OAuth realm="a, \\"b\\", c=\\"d\\"", a="1"', 'a', '1'],
    ['OAuth Realm="", a=""', 'a', ''],
    ['OAuth a="%C3%A4%2B+%3D"', 'a', 'ä++='],
    ['OAuth c%40="1", a="x,y=z"', 'c@', '1', 'a', 'x,y=z'],
  ] as const)
    it(`is read: ${header}`, () => assert.deepEqual(parseHeader(header)?.flat(), parameters));

  for (const header of [undefined, '', 'Basic abc', 'Bearer OAuth', 'OAuth2 a="1"', 'OAuthx'])
    it(`is not attempted: ${header}`, () => assert.equal(parseHeader(header), undefined));

  for (const [reason, ...headers] of [
    [NOTHING, 'OAuth', 'OAuth  '],
    [NO_PAIRS, 'OAuth abc', 'OAuth a=1', "OAuth a='1'", 'OAuth a="1', 'OAuth a="1" b="2"'],
    [NO_PAIRS, 'OAuth a="1",', 'OAuth ,a="1"', 'OAuth a="1"; b="2"', 'OAuth a="ä"'],
    [NO_UTF8, 'OAuth a="%"', 'OAuth a="%zz"', 'OAuth a="%FF"', 'OAuth a="%ED%A0%80"'],
    ['The parameter a is given twice.', 'OAuth a="1", a="1"'],
    ['The parameter oauth%5Ftoken is given twice.', 'OAuth oauth_token="1", oauth%5Ftoken="2"'],
  ] as const)
    for (const header of headers)
      it(`is refused: ${header}`, () => {
        const detail = `Invalid OAuth header. ${reason}`;
        assert.throws(() => parseHeader(header), { name: 'AuthenticationFailed', detail });
      });
});
