/** The words and parts of names by which a search finds a snippet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasRoomForWords, soughtTerms, termsOf } from '#src/store/terms.js';

const indexed = (code: string, title = '') =>
  termsOf({ title, code, language: 'python', ownerId: 12 }).filter((term) => !term.includes(':'));

const finds = (q: string, text: string) => {
  const terms = indexed(text);
  const sought = soughtTerms(q, {}) ?? [];
  const isFound = (one: string | RegExp) =>
    terms.some((term) => (typeof one === 'string' ? term === one : one.test(term)));
  return sought.length > 0 && sought.every(isFound);
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
      ['cannondetect', 'cannon', 'autocannonport', 'detectports', 'or'],
    ],
    ['auto_detect_port', ['detectPort', 'auto', 'autodetectport', 'auto_detect_port'], ['auto_port']],
    [
      'auto-detect-port',
      ['detect', 'detectport', 'detect-port', 'auto_detect', 'autoDetectPort'],
      ['autoport'],
    ],
    ['sha256sum', ['sha', '256', 'sum', 'sha256', '256sum', 'sha256sum'], ['56sum', 'ha256']],
    ['parseHTTPResponse', ['http', 'parse_http', 'httpResponse'], ['arse', 'ttp', 'pa']],
    ['MAX_RETRY_COUNT', ['max', 'retryCount', 'retryCo'], ['maxcount']],
    ['__init__ _private', ['__init__', 'init', '_private', 'private'], ['_ini', '__private']],
    ['größeÄndern ΔοκιμήΤέλος', ['größe', 'ändern', 'GRÖSSE_ÄNDERN', 'τέλος', 'größeä'], ['rösse']],
    ['漢字かな', ['漢字かな', '漢', '字か', 'かな', 'な'], ['字漢', '漢か']],
    ['日本語の文字列を正規化する', ['正規化', '文字列', '正規化する', '日本語の', '化'], ['規正', '正化']],
    ['한국어 문자열', ['한국', '국어', '자열', '문자'], ['국한']],
    ['ｶﾞｲﾄﾞとhello日本', ['ガイド', 'ガイドと', 'hello', '日本', 'hell'], ['ello']],
    ['LruCache UserProfile', ['LruCa', 'userprof', 'use', 'cac'], ['ruCa', 'us', 'rofile']],
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
    const words = indexed(names.join(' '), 'Title');
    assert.equal(words.length, 4000);
    assert.deepEqual(words.slice(0, 2), ['title', 'alpha0beta']);
    assert.ok(words.includes('alpha2999beta') && words.includes('alpha'));
    assert.equal(new Set(words).size, 4000);
  });

  it('finds a longer text by its first and last words, and tells that those between are not found', () => {
    const rows = Array.from({ length: 9000 }, (_, i) => `row${i},1`).join('\n');
    const cjk = Array.from({ length: 9000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    for (const [code, first, between, last] of [
      [rows, 'row0', 'row4500', 'row8999'],
      [cjk, cjk.slice(0, 2), cjk.slice(4500, 4502), cjk.slice(-2)],
    ] as const) {
      const words = new Set(indexed(code, 'Title'));
      assert.equal(words.size, 4000);
      assert.deepEqual(
        ['title', first, last, between].map((word) => words.has(word)),
        [true, true, true, false],
      );
      assert.equal(hasRoomForWords({ title: 'Title', code }), false);
      assert.equal(hasRoomForWords({ title: 'Title', code: code.slice(0, 3000) }), true);
    }
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
      '漢'.repeat(100_000),
      'か\u3099'.repeat(50_000),
      Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''),
    ];
    for (const text of texts) {
      const words = indexed(text);
      assert.ok(words.length <= 4000 && words.every((word) => word.length <= 200), text.slice(0, 20));
    }
  });

  it('cuts no term out of what ends a term in the index of the embedded store', () => {
    // Their compatibility forms have spaces and dots.
    for (const odd of ['ﷺ', 'ͺ', '⒈abc', '㏂', '℀', '\u0345', '½', 'ﬀ', 'Ⓐ', 'ŀ'])
      for (const term of indexed(odd)) assert.match(term, /^[a-z0-9_\u0080-\u{10ffff}]+$/u, odd);
  });

  it('narrows by owner, language and both with one look-up', () => {
    const _terms = termsOf({ title: '', code: 'x', language: 'c-like', ownerId: 12 });
    assert.deepEqual(soughtTerms(undefined, {}), undefined);
    assert.deepEqual(soughtTerms(undefined, { ownerId: 12, language: 'c-like' }), ['o:12:language:c-like']);
    assert.deepEqual(soughtTerms(undefined, { language: 'c++' }), ['language:c:2b:2b']);
    assert.deepEqual(soughtTerms(undefined, { ownerId: 12, language: '' }), ['o:12']);
    assert.deepEqual(soughtTerms('xy abc', { ownerId: 12 }), ['o:12', 'xy', /^abc/]);
    assert.deepEqual(soughtTerms('o:12', {}), ['o', '12']);
    assert.deepEqual(soughtTerms('?!', { ownerId: 12 }), [':']);
  });
});
