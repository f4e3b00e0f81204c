import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHeader } from '#src/pipeline/authentication/oauth1.js';

describe('Authorization: OAuth', () => {
  const READ: [string, [string, string][]][] = [
    ['OAuth a="1"', [['a', '1']]],
    [
      'oauth a="1",b="2"',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'OAUTH   a = "1"\t,  b="2" ',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['OAuth realm="a, \\"b\\", c=\\"d\\"", a="1"', [['a', '1']]],
    ['OAuth Realm="", a=""', [['a', '']]],
    ['OAuth a="%C3%A4%2B+%3D"', [['a', 'ä++=']]],
    [
      'OAuth c%40="1", a="x,y=z"',
      [
        ['c@', '1'],
        ['a', 'x,y=z'],
      ],
    ],
  ];
  for (const [header, parameters] of READ) {
    it(`is read: ${header}`, () => assert.deepEqual(parseHeader(header), parameters));
  }

  for (const header of [undefined, '', 'Basic abc', 'Bearer OAuth', 'OAuth2 a="1"', 'OAuthx']) {
    it(`is not attempted: ${header}`, () => assert.equal(parseHeader(header), undefined));
  }

  const NO_PAIRS = 'Invalid OAuth header. Expected name="value", separated by commas.';
  const NO_UTF8 = 'Invalid OAuth header. Names and values are percent-encoded UTF-8.';
  const BROKEN: [string, string][] = [
    ['OAuth', 'Invalid OAuth header. No credentials provided.'],
    ['OAuth  ', 'Invalid OAuth header. No credentials provided.'],
    ['OAuth abc', NO_PAIRS],
    ['OAuth a=1', NO_PAIRS],
    ["OAuth a='1'", NO_PAIRS],
    ['OAuth a="1', NO_PAIRS],
    ['OAuth a="1" b="2"', NO_PAIRS],
    ['OAuth a="1",', NO_PAIRS],
    ['OAuth ,a="1"', NO_PAIRS],
    ['OAuth a="1"; b="2"', NO_PAIRS],
    ['OAuth a="ä"', NO_PAIRS],
    ['OAuth a="%"', NO_UTF8],
    ['OAuth a="%zz"', NO_UTF8],
    ['OAuth a="%FF"', NO_UTF8],
    ['OAuth a="%ED%A0%80"', NO_UTF8],
    ['OAuth a="1", a="1"', 'Invalid OAuth header. The parameter a is given twice.'],
    [
      'OAuth oauth_token="1", oauth%5Ftoken="2"',
      'Invalid OAuth header. The parameter oauth%5Ftoken is given twice.',
    ],
  ];
  for (const [header, detail] of BROKEN) {
    it(`is refused: ${header}`, () => {
      assert.throws(() => parseHeader(header), { name: 'AuthenticationFailed', detail });
    });
  }

  it('is read in a time that grows with its length only', () => {
    const started = performance.now();
    for (const part of ['a="1",', ' ', 'a', '\\', '"']) {
      assert.throws(() => parseHeader(`OAuth ${part.repeat(16_000)}!`), { name: 'AuthenticationFailed' });
    }
    assert.ok(performance.now() - started < 1000);
  });
});
