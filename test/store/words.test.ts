/** The words and parts of names by which a search finds a snippet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexWordsOf, wordsOf } from '#src/store/words.js';

const finds = (q: string, text: string) => {
  const words = new Set(indexWordsOf(text));
  const sought = wordsOf(q);
  return sought.length > 0 && sought.every((word) => words.has(word));
};

describe('a search', () => {
  for (const [text, found, missed] of [
    [
      'autocannonDetectPort',
      [
        'detect',
        'port',
        'detectport',
        'detect_port',
        'detectPort',
        'autocannonDetectPort',
        'AUTOCANNON_DETECT_PORT',
      ],
      ['cannondetect', 'cannon', 'autocannonport', 'detectports'],
    ],
    ['auto_detect_port', ['detectPort', 'auto', 'autodetectport', 'auto_detect_port'], ['auto_port']],
    [
      'auto-detect-port',
      ['detect', 'detectport', 'detect-port', 'auto_detect', 'autoDetectPort'],
      ['autoport'],
    ],
    ['sha256sum', ['sha', '256', 'sum', 'sha256', '256sum', 'sha256sum'], ['sha25', '56sum']],
    ['parseHTTPResponse', ['http', 'parse_http', 'httpResponse'], ['parseh', 'ttp']],
    ['MAX_RETRY_COUNT', ['max', 'retryCount'], ['maxcount']],
    ['__init__ _private', ['__init__', 'init', '_private', 'private'], ['_init', '__private']],
    ['größeÄndern ΔοκιμήΤέλος', ['größe', 'ändern', 'GRÖSSE_ÄNDERN', 'τέλος'], ['größeä']],
    ['漢字かな', ['漢字かな'], ['漢', 'かな']],
    // Five parts: runs of four, and the whole.
    ['one_two_three_four_five', ['two_three_four_five', 'oneTwoThreeFourFive', 'five'], ['one_five']],
  ] as const) {
    it(`finds ${text} by its parts and their neighbours`, () => {
      for (const q of found) assert.equal(finds(q, text), true, `${q} finds ${text}`);
      for (const q of missed) assert.equal(finds(q, text), false, `${q} does not find ${text}`);
    });
  }

  it('finds a name of more than sixteen parts as a whole only', () => {
    const parts = Array.from({ length: 17 }, (_, i) => `p${'abcdefghijklmnopq'[i]}`);
    const name = parts.join('_');
    assert.equal(finds(name, name), true);
    assert.equal(finds('pb', name), false);
    assert.equal(finds('pb', parts.slice(1).join('_')), true);
  });

  it('has room for 4000 words, the whole ones first', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `alpha${i}Beta`);
    const words = indexWordsOf('Title', names.join(' '));
    assert.equal(words.length, 4000);
    assert.deepEqual(words.slice(0, 2), ['title', 'alpha0beta']);
    assert.ok(words.includes('alpha2999beta') && words.includes('alpha'));
    assert.equal(new Set(words).size, 4000);
  });

  it('cuts 100,000 hostile characters within bounds', () => {
    const texts = [
      'aB'.repeat(50_000),
      'a-'.repeat(50_000),
      `${'aBaBaBaBaBaBaBaB '.repeat(6_000)}`,
      Array.from({ length: 6000 }, (_, i) =>
        [...i.toString(2).padStart(16, '0')].map((b) => 'aA'[+b]).join(''),
      ).join(' '),
      'A\u0301'.repeat(50_000),
      '_'.repeat(100_000),
    ];
    for (const text of texts) {
      const words = indexWordsOf(text);
      assert.ok(words.length <= 4000 && words.every((word) => word.length <= 200), text.slice(0, 20));
    }
  });
});
