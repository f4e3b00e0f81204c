/** Sets the wall clock of another process while it runs, by libfaketime (Debian's package). */
import { existsSync, mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.js';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

/** For `{ skip }` of a test. */
export const skipWithoutFakeClock: string | false = LIBRARY === undefined ? 'needs libfaketime' : false;

export interface FakeClock {
  /** Of the process. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Resolves when the service has the new time: the library reads it once a second, and later on a busy machine.
   *
   * @param seconds ahead of the true time; behind when negative
   * @param port of the service
   */
  set(seconds: number, port: number): Promise<void>;
}

/** @throws when the library is not installed */
export async function fakeClock(): Promise<FakeClock> {
  if (LIBRARY === undefined) throw new Error('needs libfaketime');
  const file = join(mkdtempSync(join(tmpdir(), 'snippet-store-clock-')), 'clock');
  await writeFile(file, '+0');
  return {
    env: {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers go on as they would: the system moves the wall clock alone.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    async set(seconds, port) {
      await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}`);
      await until('the service has the time', async () => {
        const { headers } = await fetch(`http://127.0.0.1:${port}/healthz`);
        const ahead = (Date.parse(headers.get('Date') ?? '') - Date.now()) / 1000;
        return Math.abs(ahead - seconds) < 60;
      });
    },
  };
}
