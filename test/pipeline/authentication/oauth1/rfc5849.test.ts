/** RFC 5849 by its own examples. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  baseString,
  collectParameters,
  parseHeader,
  percentEncode,
  sign,
} from '#src/pipeline/authentication/oauth1.js';

describe('3.4.1.1: the signature base string', () => {
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

  it('has no multipart field, which the RFC does not sign', async () => {
    const sent = {
      query: new URLSearchParams(),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      form: () => assert.fail('the form is read'),
    };
    assert.deepEqual(await collectParameters(sent, []), []);
  });
});

describe('1.2: the signatures', () => {
  const CONSUMER = { key: 'dpf43f3p2l4k3l03', secret: 'kd94hf93k423kf44' };
  const EXAMPLES = [
    {
      of: 'the temporary credentials request',
      address: 'https://photos.example.net/initiate',
      method: 'POST',
      parameters: {
        oauth_consumer_key: CONSUMER.key,
        oauth_signature_method: 'HMAC-SHA1',
        oauth_timestamp: '137131200',
        oauth_nonce: 'wIjqoS',
        oauth_callback: 'http://printer.example.com/ready',
      },
      tokenSecret: '',
      signature: '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    },
    {
      of: 'the token request',
      address: 'https://photos.example.net/token',
      method: 'POST',
      parameters: {
        oauth_consumer_key: CONSUMER.key,
        oauth_token: 'hh5s93j4hdidpola',
        oauth_signature_method: 'HMAC-SHA1',
        oauth_timestamp: '137131201',
        oauth_nonce: 'walatlh',
        oauth_verifier: 'hfdp7dh39dks9884',
      },
      tokenSecret: 'hdhd0244k9j7ao03',
      signature: 'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    },
    {
      of: 'the request for a photo',
      address: 'http://photos.example.net/photos',
      method: 'GET',
      parameters: {
        file: 'vacation.jpg',
        size: 'original',
        oauth_consumer_key: CONSUMER.key,
        oauth_token: 'nnch734d00sl2jdk',
        oauth_signature_method: 'HMAC-SHA1',
        oauth_timestamp: '137131202',
        oauth_nonce: 'chapoH',
      },
      tokenSecret: 'pfkkdhi9sl3r4s00',
      signature: 'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    },
  ];
  for (const { of, method, address, parameters, tokenSecret, signature } of EXAMPLES) {
    it(`agree: ${of}`, () => {
      const text = baseString(method, address, Object.entries(parameters));
      assert.equal(sign('HMAC-SHA1', text, { consumerSecret: CONSUMER.secret, tokenSecret }), signature);
    });
  }
});

describe('3.6: percent-encoding', () => {
  const ENCODED: [string, string][] = [
    ['abcABC123-._~', 'abcABC123-._~'],
    ["!*'()", '%21%2A%27%28%29'],
    ['% &=+', '%25%20%26%3D%2B'],
    ['\n\u007f', '%0A%7F'],
    ['ä€😀', '%C3%A4%E2%82%AC%F0%9F%98%80'],
  ];
  for (const [text, encoded] of ENCODED) {
    it(`of ${JSON.stringify(text)}`, () => assert.equal(percentEncode(text), encoded));
  }
});
