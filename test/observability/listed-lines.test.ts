/** docs/operating.md lists every line of the log that needs attention, and no other. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { ROOT, readPage } from '../docs/read-markdown.js';

const LEVELS: Readonly<Record<string, string>> = { warn: '40', error: '50', fatal: '60' };

/** [level, text] of each call that logs with a text of its own; faults have the texts of their two lines. */
function textsIn(source: string): [level: string, text: string][] {
  const calls = source.matchAll(/\b(?:log|lines)\.(warn|error|fatal)\(((?:[^()]|\([^()]*\))*)\)/g);
  const logged = [...calls].flatMap(([, level = '', given = '']) => {
    const text = [...given.matchAll(/'((?:[^'\\]|\\.)*)'/g)].at(-1)?.[1];
    return text === undefined ? [] : [[LEVELS[level] ?? '', text] as [string, string]];
  });
  const faults = source.matchAll(/(?:make(?:Recurring)?FaultLog\(\s*log|every\(\w+),\s*'([^']*)'/g);
  return [...logged, ...[...faults].map(([, text = '']) => ['40', text] as [string, string])];
}

it('the page on operating lists each text with its level, and every text that ends a fault exists', () => {
  const folder = join(ROOT, 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('sdk'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
  const written = sources.flatMap(textsIn).map(([level, text]) => `${level} ${text}`);
  const section =
    /### Lines that need attention\n([\s\S]*?)\n## /.exec(readPage('docs/operating.md'))?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (\d+) \| .* \|(?: `([^`]+)`)? \|$/gm)];
  assert.deepEqual(rows.map(([, text, level]) => `${level} ${text}`).sort(), [...new Set(written)].sort());
  const all = sources.join('\n');
  for (const [, , , over] of rows) if (over !== undefined) assert.ok(all.includes(`'${over}'`), over);
});
