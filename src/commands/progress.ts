/** Shows a person at the terminal how far a long command is, how fast, and how long it takes. Scripts see nothing. */

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
  const began = performance.now();
  let last = Number.NEGATIVE_INFINITY;
  return {
    show(what, done, total) {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const part = total === 0 ? 1 : Math.min(done / total, 1);
      const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '.');
      const rate = (done * 1000) / (now - began);
      const left = rate > 0 ? `, ${Math.round(rate)} a second, ${timeOf((total - done) / rate)} left` : '';
      to.write(`\r\x1b[K[${bar}] ${Math.floor(part * 100)} % ${what}: ${done} of ${total}${left}`);
    },
    end: () => void to.write('\r\x1b[K'),
  };
}

function timeOf(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
