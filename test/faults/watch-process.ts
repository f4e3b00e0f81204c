/** The resident memory and the children of another process, as Linux tells them (proc(5)). */
import { existsSync, readFileSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutProc: string | false = existsSync('/proc/self/status')
  ? false
  : 'needs /proc to look at another process';

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

/** Process ids. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
