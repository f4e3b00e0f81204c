/** The children of another process, as Linux tells them (proc(5)). */
import { existsSync, readFileSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutProc: string | false = existsSync('/proc/self/status')
  ? false
  : 'needs /proc to look at another process';

/** Process ids. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
