/** The tools that check the files of deploy/; none of them belongs to the development dependencies. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../docs/read-markdown.js';

export interface Tool {
  readonly path: string;
  /** For `{ skip }` of a test: false when it is there, and under CI=true, where its lack fails. */
  readonly skip: string | false;
}

/** A tool that `scripts/deploy-tools.mjs` finds. */
export function findTool(name: string): Tool {
  const script = join(ROOT, 'scripts', 'deploy-tools.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, name], { encoding: 'utf8' });
  const isWanted = process.env.CI === 'true';
  const skip = status === 0 || isWanted ? false : `needs ${name}: ${stderr.trim()}`;
  return { path: stdout.trim(), skip };
}
