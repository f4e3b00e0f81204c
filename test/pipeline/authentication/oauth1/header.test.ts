/** How the header is read, and what is signed of a request, by the example of RFC 5849. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseString, collectParameters, parseHeader } from '#src/pipeline/authentication/oauth1.js';

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

describe('RFC 5849, 3.4.1.1: the signature base string', () => {
  // The RFC breaks lines for display only.
  const HEADER =
    'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", ' +
    'oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", ' +
    'oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"';
  const BASE_STRING =
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q' +
    '%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_' +
    'key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_m' +
    'ethod%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk' +
    '9d7dh3k39sjv7';

  it('is made of the request as it is sent: header, query and form', async () => {
    const sent = {
      query: new URLSearchParams('b5=%3D%253D&a3=a&c%40=&a2=r%20b'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      form: async () => [...new URLSearchParams('c2&a3=2+q')],
    };
    const parameters = await collectParameters(sent, parseHeader(HEADER) ?? []);
    assert.equal(baseString('post', 'http://example.com/request', parameters), BASE_STRING);
  });
});
