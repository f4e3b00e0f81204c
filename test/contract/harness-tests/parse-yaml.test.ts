/** The harness's fast parser reads YAML as the `yaml` package does, which follows YAML 1.2 to the letter. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { parseYaml } from '../harness/document/parse.js';

const expected = (text: string) => parse(text, { merge: true, logLevel: 'error' });

const VALUES = `
  null ~ Null true True tRUE False yes no on off y n 0 -0 +12 012 0o14 0x1F 0b11 1_000 1e3 1.5e-3 .5 -1. 1.2.3 .inf
  -.Inf +.INF .nan 2024-01-31 2024-01-31T10:00:00Z 12:30:45 123456789012345 "" '' "1" 'true' "\\u00e9"
  text a:b [a,1] {a:1} {"a":1} |- >`
  .split(/\s+/)
  .filter((value) => value !== '');

describe('a value in YAML', () => {
  for (const value of VALUES) {
    it(`is read as YAML 1.2 says: ${value}`, () => {
      for (const text of [`- ${value}\n`, `a: ${value}\nb: 1\n`]) {
        assert.deepEqual(parseYaml(text), expected(text), text);
      }
    });
  }
});

describe('a document in YAML', () => {
  it('may be a long description', async () => {
    const path = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url));
    const text = await readFile(path, 'utf8');
    assert.deepEqual(parseYaml(text), expected(text));
  });

  const documents: readonly [about: string, text: string][] = [
    ['numbers as keys', 'responses:\n  200: ok\n  404: missing\n  "500": failed\n'],
    ['anchors and merge keys', 'a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  y: 3\nc: *a\n'],
    ['folded and literal texts', 'a: >\n  one\n  two\n\n  three\nb: |+\n  one\n\nc: "x\\\n  y"\n'],
    ['comments and a head', '%YAML 1.2\n---\n# comment\na: 1 # more\n...\n'],
    ['nothing between keys', 'a:\nb: []\nc: {}\n'],
  ];
  for (const [about, text] of documents) {
    it(`may have ${about}`, () => {
      assert.deepEqual(parseYaml(text), expected(text));
    });
  }

  for (const [about, text] of [
    ['has a key twice', 'a: 1\na: 2\n'],
    ['ends within a list', 'a: [1, 2'],
    ['is indented by a tab', 'a:\n\tb: 1\n'],
    ['refers to an anchor that is not there', 'a: *b\n'],
  ] as const) {
    it(`is refused, with the line, when it ${about}`, () => {
      assert.throws(() => parse(text));
      assert.throws(() => parseYaml(text), /\(\d+:\d+\)/);
    });
  }
});
