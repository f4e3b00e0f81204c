/** A file system of some megabytes, which a test can fill. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all room that is left. @returns gives it back */
  fill(): Promise<() => void>;
  remove(): void;
}

/** @returns the reason why there is none: only root may mount one */
export function makeSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `needs to mount a small file system: ${error instanceof Error ? error.message.trim() : error}`;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (const size of [1 << 20, 1 << 12]) fillBy(file.fd, Buffer.alloc(size, 1));
      } finally {
        await file.close();
      }
      return () => rmSync(filler);
    },
    remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true });
    },
  };
}

/** A write that does not fit whole writes a part. */
function fillBy(descriptor: number, block: Buffer): void {
  try {
    while (writeSync(descriptor, block) > 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
