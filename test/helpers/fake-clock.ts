/** Sets the wall clock of another process while it runs, by libfaketime (Debian's package). */
import { existsSync, mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));

/** For `{ skip }` of a test. */
export const skipWithoutFakeClock: string | false = LIBRARY === undefined ? 'needs libfaketime' : false;

export interface FakeClock {
  /** Of the process. */
  readonly env: Readonly<Record<string, string>>;
  /** @param seconds ahead of the true time; behind when negative */
  set(seconds: number): Promise<void>;
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
    async set(seconds) {
      await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}`);
      // The library reads the file once a second.
      await sleep(1500);
    },
  };
}
