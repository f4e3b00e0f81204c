/** Notes in DATA_DIR which service runs, so that the next start can tell one that was killed. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { release } from '../config/release.js';
import { codeOf } from '../errors/error-code.js';
import type { Log } from '../observability/log.js';

const NAME = /^service-(\d+)\.json$/;

export interface Run {
  readonly pid: number;
  readonly started: string;
  readonly release: string;
  readonly url: string;
}

/** @returns removes the note, for an orderly stop; on a disk that has become read-only it stays */
export async function noteRun(dataDir: string, url: string): Promise<() => Promise<void>> {
  const pid = process.pid;
  const path = join(dataDir, `service-${pid}.json`);
  const run: Run = { pid, started: new Date().toISOString(), release, url };
  await writeFile(path, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  return () => rm(path, { force: true }).catch(() => undefined);
}

/** Logs the services that ended without an orderly stop, and forgets them. */
export async function reportKilledRuns(dataDir: string, log: Log): Promise<void> {
  for (const { path, run, runs } of await readRuns(dataDir)) {
    if (runs && run.pid !== process.pid) continue;
    log.warn({ pid: run.pid, started: run.started }, 'the service was not stopped in order the last time');
    await rm(path, { force: true });
  }
}

/** The services that have noted themselves, those that run and those that were killed. */
export async function readRuns(
  dataDir: string,
): Promise<{ readonly path: string; readonly run: Run; readonly runs: boolean }[]> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => NAME.test(name));
  const read = await Promise.all(
    names.map(async (name) => {
      const path = join(dataDir, name);
      const run = parse(await readFile(path, 'utf8').catch(() => ''));
      return run ? [{ path, run, runs: isAlive(run.pid) }] : [];
    }),
  );
  return read.flat();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return codeOf(error) === 'EPERM';
  }
}

/** A process that was killed while it wrote leaves a part. */
function parse(text: string): Run | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
