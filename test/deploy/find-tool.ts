/** The tools that check the files of deploy/; none of them belongs to the development dependencies. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../docs/read-markdown.js';

export type Tool =
  | { readonly path: string; readonly skip: false }
  | { readonly path: ''; readonly skip: string };

/** A tool that `scripts/deploy-tools.mjs` finds; `skip` says why there is none, for `{ skip }` of a test. */
export function findTool(name: string): Tool {
  const script = join(ROOT, 'scripts', 'deploy-tools.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, name], { encoding: 'utf8' });
  return status === 0
    ? { path: stdout.trim(), skip: false }
    : { path: '', skip: `needs ${name}: ${stderr.trim()}` };
}
