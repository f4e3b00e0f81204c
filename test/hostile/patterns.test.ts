/** Every pattern of `openapi.yaml` and of the service in `src/` takes linear time on every input. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import type { Diagnostics } from 'recheck';
import ts from 'typescript';
import { parse } from 'yaml';
import { ROOT } from '../docs/read-markdown.js';

interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

/** The JavaScript edition: the package would start a binary, or a worker for each pattern. */
process.env.RECHECK_BACKEND = 'pure';
// Not imported: its CommonJS module reads the variable when it is loaded.
const recheck: typeof import('recheck') = createRequire(import.meta.url)('recheck');
/** Microseconds. A quadratic pattern takes seconds for an input of recheck, a linear one less than a millisecond. */
const SLOW = 100_000;
/** Milliseconds for a pattern; most take a few. */
const PARAMETERS = { timeout: 60_000, randomSeed: 1 };

/** Files that make patterns at run time, and why each is linear. */
const MADE: Readonly<Record<string, string>> = {
  'field-messages.ts': 'a pattern of the contract, checked here',
  'find-target.ts': 'literal text and one class for each segment of a path of the contract',
  'rows.ts': 'one character class after another, with an optional separator that none of them has',
  'terms.ts': 'one character class, or a text of a query after an anchor',
};

const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('harness/'))
  .map((path) => {
    const nodes: ts.Node[] = [];
    const add = (node: ts.Node): void => {
      nodes.push(node);
      ts.forEachChild(node, add);
    };
    add(
      ts.createSourceFile(path, readFileSync(join(ROOT, 'src', path), 'utf8'), ts.ScriptTarget.Latest, true),
    );
    return { path, nodes };
  });

describe('every pattern', () => {
  it('of openapi.yaml and of src/ takes linear time on every input', async () => {
    const patterns = [...patternsOfContract(), ...patternsOfCode()];
    assert.ok(patterns.length > 60, `${patterns.length} patterns`);
    const wrong: string[] = [];
    const distinct = new Map(patterns.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern]));
    for (const { source, flags, where } of distinct.values()) {
      if (isPlainlyLinear(source, flags)) continue;
      const verdict = await recheck.check(source, flags, PARAMETERS);
      if (verdict.status === 'safe' || isFalseAlarm(verdict)) continue;
      const reason = verdict.status === 'unknown' ? verdict.error.kind : verdict.attack.pattern;
      wrong.push(`${where}: /${source}/${flags} is ${verdict.status}: ${reason}`);
    }
    assert.deepEqual(wrong, []);
  });

  it('that is quadratic is found, as the one that a user name once had', async () => {
    const verdict = await recheck.check('^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$', 'u', PARAMETERS);
    assert.equal(verdict.status, 'vulnerable');
    assert.match(JSON.stringify(verdict), /2nd degree/);
  });

  it('that is made at run time is made in a file of which is known why it is linear', () => {
    const makers = SOURCES.filter(({ nodes }) => nodes.some(makesPattern));
    assert.deepEqual(makers.map(({ path }) => basename(path)).sort(), Object.keys(MADE).sort());
  });
});

/**
 * Without a quantifier that has no upper bound, or with one: of a single character, in a pattern that can match at the
 * start alone. recheck needs not prove it.
 */
function isPlainlyLinear(source: string, flags: string): boolean {
  const plain = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const unbounded = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  let outside = plain;
  while (outside.includes('(')) outside = outside.replaceAll(/\([^()]*\)/g, '');
  const isAnchored = outside.startsWith('^') && !outside.includes('|') && !flags.includes('m');
  return unbounded === 0 || (unbounded === 1 && isAnchored && !/\)(?:[*+]|\{\d+,\})/.test(plain));
}

/**
 * The checker `automaton` proves; `fuzz` tries, where a pattern looks ahead or behind, which depends on how busy the machine
 * is. What it finds counts if the input that it names is slow.
 */
function isFalseAlarm(verdict: Diagnostics): boolean {
  if (verdict.status !== 'vulnerable' || verdict.checker !== 'fuzz') return false;
  const began = process.cpuUsage();
  new RegExp(verdict.source, verdict.flags).test(verdict.attack.string);
  return process.cpuUsage(began).user < SLOW;
}

/** The validator compiles them with the flag `u` (JSON Schema, 6.3.3). */
function patternsOfContract(): Pattern[] {
  const find = (value: unknown, where: string): Pattern[] => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, member]) =>
      name === 'pattern' && typeof member === 'string'
        ? [{ source: member, flags: 'u', where }]
        : find(member, `${where}/${name}`),
    );
  };
  return find(parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8')), 'openapi.yaml');
}

function patternsOfCode(): Pattern[] {
  return SOURCES.flatMap(({ path, nodes }) =>
    nodes.filter(ts.isRegularExpressionLiteral).map(({ text }) => {
      const end = text.lastIndexOf('/');
      return { source: text.slice(1, end), flags: text.slice(end + 1), where: `src/${path}` };
    }),
  );
}

const makesPattern = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
