/** Keeps room on the disk, so that records can still be deleted when everything else is full. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../errors/error-code.js';
import { StoreUnavailable } from '../store-unavailable.js';

const NAME = 'disk-reserve';
const MIB = 1024 * 1024;
/** A disk with more free space than this needs no reserve yet. */
const ROOMY = 1024 * MIB;
/** Enough to delete a snippet with very many words, whose index entries are on as many pages. */
const LARGEST = 32 * MIB;
/** Of a small disk the reserve takes this part. */
const PART = 1 / 8;
/** What SQLite needs to open the file, and more. */
const REST = MIB;

export class DiskFull extends StoreUnavailable {
  constructor(options?: ErrorOptions) {
    super('the disk that holds DATA_DIR is full: make room on it', options);
  }
}

/** No room for the write-ahead log, or for the index of it that processes share. */
const CODES = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE|SHMOPEN|FSYNC))$/;

/** Also true for a quota that is used up. */
export function isDiskFull(error: unknown): boolean {
  return CODES.test(codeOf(error) ?? '');
}

/**
 * A file that takes room. When the disk is full it is given up, and from then on only what frees space is written,
 * until there is room again. All processes see the file, or that it is gone.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #file: string;
  #isLow = false;
  #readOnly: StoreUnavailable | undefined;

  constructor(dataDir: string) {
    this.#folder = dataDir;
    this.#file = join(dataDir, NAME);
  }

  /** Only what frees space may be written. */
  get isLow(): boolean {
    return this.#isLow;
  }

  /** @throws DiskFull, or StoreUnavailable when the disk is read-only */
  requireRoom(): void {
    if (this.#readOnly) throw this.#readOnly;
    if (this.#isLow) throw new DiskFull();
  }

  /**
   * @param what `most`: a rest stays, so that the store can be opened after a crash, whatever fills the disk until then
   * @throws StoreUnavailable when the disk is not full but read-only
   */
  giveUp(what: 'most' | 'all'): void {
    this.#readOnly = this.#findReadOnly();
    if (this.#readOnly) throw this.#readOnly;
    this.#isLow = true;
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    const rest = what === 'most' ? REST : 0;
    if (size <= rest) return;
    if (rest > 0) truncateSync(this.#file, rest);
    else rmSync(this.#file, { force: true });
  }

  /** Sees how much room there is, and makes the reserve where it is needed and possible. */
  async look(): Promise<void> {
    if (this.#readOnly) this.#readOnly = this.#findReadOnly();
    const { bsize, blocks, bavail } = await statfs(this.#folder);
    const free = bsize * bavail;
    const size = Math.min(LARGEST, Math.floor(blocks * bsize * PART));
    const held = (await stat(this.#file).catch(() => undefined))?.size ?? 0;
    const needed = held >= size ? size / 8 : size * 1.5;
    this.#isLow = free < needed;
    if (this.#isLow && held < REST && free > 2 * REST) await this.#make(REST);
    if (!this.#isLow && held < size && free < ROOMY) await this.#make(size);
  }

  /** The system makes a disk read-only after an error of the device. Opening a file tells; access(2) does not. */
  #findReadOnly(): StoreUnavailable | undefined {
    try {
      closeSync(openSync(this.#file, 'a', 0o600));
      return undefined;
    } catch (cause) {
      if (isDiskFull(cause)) return undefined;
      return new StoreUnavailable(`the disk that holds DATA_DIR cannot be written (${codeOf(cause)})`, {
        cause,
      });
    }
  }

  async #make(size: number): Promise<void> {
    // Random, because some file systems compress, or store no zeros.
    const block = randomBytes(MIB);
    // What another process has begun, or could not end, is written again.
    const file = await open(this.#file, 'w', 0o600);
    try {
      for (let written = 0; written < size; written += MIB)
        await file.write(block, 0, Math.min(MIB, size - written));
      await file.sync();
    } catch (error) {
      await rm(this.#file, { force: true });
      if (!isDiskFull(error)) throw error;
    } finally {
      await file.close();
    }
  }
}
