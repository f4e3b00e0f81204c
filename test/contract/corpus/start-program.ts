/** Starts a service of the corpus that is a program of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Running } from './service.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const CORPUS_FOLDER = `${root}test/contract/corpus`;

/** Where FastAPI and Flask are. */
export const PYTHON_PACKAGES = `${root}.cache/corpus-python`;
export const missingPackages = () =>
  existsSync(PYTHON_PACKAGES) ? undefined : `FastAPI and Flask are not in ${PYTHON_PACKAGES}`;

const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
export const missingGo = () =>
  spawnSync(go, ['version']).error === undefined ? undefined : 'Go is not on this machine';

/** @returns the program that `main.go` of a folder of the corpus makes */
export function buildGo(name: string): string {
  const folder = `${root}.cache/corpus`;
  mkdirSync(folder, { recursive: true });
  const program = `${folder}/${name}`;
  // Go builds nothing when the sources are as they were.
  const built = spawnSync(go, ['build', '-o', program, 'main.go'], {
    cwd: `${CORPUS_FOLDER}/${name}`,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(built.stderr);
  return program;
}

interface Program {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly auth: Running['auth'];
}

/** @returns once the program has printed `listening on URL` */
export async function startProgram({ command, args = [], env, auth }: Program): Promise<Running> {
  const program = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(program.stdout)) {
    const [, url] = /^listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      program.stdout.resume();
      return { url, auth, close: () => stop(program) };
    }
  }
  throw new Error(`${command} ended before it listened`);
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
