/** A file system of some megabytes, which a test can fill. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all room that is left. @returns gives it back */
  fill(): Promise<() => void>;
  remove(): void;
}

/** Before the id of the process that has mounted it. */
const PREFIX = 'snippet-store-disk-';

/** @returns the reason why there is none: only root may mount one */
export function makeSmallDisk(megabytes: number): SmallDisk | string {
  return mountDisk((folder) => ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
}

/** A disk that an error of its device makes read-only, as ext4 does, whatever files are open. */
export function makeFailingDisk(): (SmallDisk & { fail(): void }) | string {
  const disk = mountDisk((folder) => {
    const image = `${folder}.image`;
    writeFileSync(image, '');
    truncateSync(image, 64 << 20);
    execFileSync('mkfs.ext4', ['-q', image], { stdio: 'pipe' });
    return ['-o', 'loop', image, folder];
  });
  if (typeof disk === 'string') return disk;
  return { ...disk, fail: () => void execFileSync('mount', ['-o', 'remount,abort', disk.folder]) };
}

function mountDisk(optionsOf: (folder: string) => readonly string[]): SmallDisk | string {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    execFileSync('mount', optionsOf(folder), { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    rmSync(`${folder}.image`, { force: true });
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
    remove: () => removeDisk(folder),
  };
}

function removeDisk(folder: string): void {
  execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
  rmSync(folder, { recursive: true });
  rmSync(`${folder}.image`, { force: true });
}

/** Those of processes that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^\d+(?=-[^.]*$)/.exec(name.slice(PREFIX.length))?.[0] : undefined;
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      removeDisk(join(tmpdir(), name));
    } catch {
      // Another process has removed it meanwhile, or it is somebody else's.
    }
  }
}

/** A write that does not fit whole writes a part. */
function fillBy(descriptor: number, block: Buffer): void {
  try {
    while (writeSync(descriptor, block) > 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}
