/** The resident memory of another process, as Linux tells it (proc(5)). */
import { existsSync, readFileSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutProc: string | false = existsSync('/proc/self/status')
  ? false
  : 'needs /proc to see the memory of another process';

export interface MemoryWatch {
  /** The most that the process held since the watch began, over what it held then; in megabytes. */
  stop(): number;
}

/** @param pid looked at every 20 ms */
export function watchMemory(pid: number): MemoryWatch {
  const before = residentMb(pid);
  let most = before;
  const look = () => {
    most = Math.max(most, residentMb(pid));
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most - before;
    },
  };
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
