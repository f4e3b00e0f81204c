/** dredd as a process of its own: where it is installed, and what it prints. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Its own package, with its own lock file: old dependencies stay away from ours. */
export const DREDD_FOLDER = fileURLToPath(new URL('../../../test/contract/dredd', import.meta.url));
const DREDD = `${DREDD_FOLDER}/node_modules/dredd/bin/dredd`;

/** For `{ skip }` of a test: false when dredd is there, and under CI=true, where its lack fails. */
export const skipWithoutDredd: string | false =
  existsSync(DREDD) || process.env.CI === 'true' ? false : 'needs dredd: npm run dredd installs it';

/** Milliseconds after which a run has hung. */
const TIMEOUT = 300_000;

export interface DreddArguments {
  /** The document's file. */
  readonly document: string;
  readonly url: string;
  /** The file that context.cjs reads. */
  readonly context: string;
}

/** @returns the problems of `statuses.cjs`, found without dredd, so that a forgotten row costs seconds */
export async function checkRows(context: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${DREDD_FOLDER}/check-rows.cjs`], {
    env: { ...process.env, DREDD_CONTEXT: context },
  });
  return JSON.parse(stdout) as string[];
}

/** @returns its exit status */
export async function spawnDredd(
  { document, url, context }: DreddArguments,
  print: (line: string) => void,
): Promise<number> {
  const options = ['--reporter=dot', '--no-color', `--hookfiles=${DREDD_FOLDER}/hooks.cjs`];
  // Its modules require each other in a circle, which Node warns of.
  const dredd = spawn(process.execPath, ['--no-warnings', DREDD, document, url, ...options], {
    cwd: DREDD_FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DREDD_CONTEXT: context },
    timeout: TIMEOUT,
  });
  for (const input of [dredd.stdout, dredd.stderr])
    createInterface({ input }).on('line', (line) => {
      if (!isNotice(line)) print(line);
    });
  const [code] = await once(dredd, 'close');
  return typeof code === 'number' ? code : 1;
}

/** Its parser names some forty keywords of OpenAPI that it has no use for. */
const isNotice = (line: string) => line.includes('API description parser warning');
