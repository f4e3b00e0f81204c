/** The processor time of another process's main thread, as Linux counts it (proc(5)): waiting does not count. */
import { existsSync, readFileSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutSchedstat: string | false = existsSync('/proc/self/schedstat')
  ? false
  : 'needs /proc/PID/schedstat to see the processor time of one thread';

/** Milliseconds since the process began. The thread that has the id of its process runs the event loop. */
export function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
}

/** Milliseconds that `work` takes on a current server core. */
const REFERENCE = 9;

/** @returns how many times slower this machine is than the reference; at least 1 */
export function slowness(): number {
  const times = Array.from({ length: 6 }, () => {
    const began = mainThreadMs(process.pid);
    work();
    return mainThreadMs(process.pid) - began;
  });
  return Math.max(1, Math.min(...times) / REFERENCE);
}

function work(): number {
  const text = 'The quick brown fox '.repeat(5000);
  let hash = 0;
  for (let round = 0; round < 20; round++) {
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
    hash += JSON.stringify(JSON.parse(JSON.stringify({ text, round }))).length;
  }
  return hash;
}
