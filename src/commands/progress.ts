/** Shows a person at the terminal how far a long command is. Scripts see nothing of it. */

export interface Progress {
  show(what: string, done: number, total: number): void;
  /** Leaves the line empty for what comes next. */
  end(): void;
}

const WIDTH = 30;
const EVERY_MS = 100;

/** @param to default: standard error, because standard output holds the result */
export function makeProgress(to: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr): Progress {
  if (!to.isTTY) return { show() {}, end() {} };
  let last = 0;
  return {
    show(what, done, total) {
      if (Date.now() - last < EVERY_MS) return;
      last = Date.now();
      const part = total === 0 ? 1 : Math.min(done / total, 1);
      const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '.');
      to.write(`\r\x1b[K[${bar}] ${Math.floor(part * 100)} % ${what}: ${done} of ${total}`);
    },
    end: () => void to.write('\r\x1b[K'),
  };
}
