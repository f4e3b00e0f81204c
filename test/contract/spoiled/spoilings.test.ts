/** The spoiled servers and the list of differences are whole, and the documentation tells the same. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPage } from '../../docs/read-markdown.js';
import { CHECKS } from '../harness/checks/check.js';
import { DIFFERENCES } from './differences.js';
import { SPOILINGS } from './spoilings.js';

const checkOf = new Map(SPOILINGS.map(({ name, check }) => [name, check]));

describe('the spoiled servers', () => {
  it('exist for every check, each with a unique name', () => {
    assert.deepEqual([...new Set(checkOf.values())].sort(), [...CHECKS].sort());
    assert.equal(checkOf.size, SPOILINGS.length);
  });

  it('are as many as the documentation says', () => {
    assert.ok(readPage('docs/contract-testing.md').includes(`${SPOILINGS.length} servers`));
  });

  for (const [name, { schemathesis, because }] of Object.entries(DIFFERENCES)) {
    it(`differ in what schemathesis names, and the documentation tells why: ${name}`, () => {
      const check = checkOf.get(name);
      assert.ok(check && !schemathesis.includes(check));
      const named = schemathesis.map((other) => `\`${other}\``).join(', ') || 'nothing';
      const row = `| ${name} | \`${check}\` | ${named} | ${because} |`;
      assert.ok(readPage('docs/contract-testing.md').includes(row), row);
    });
  }
});
