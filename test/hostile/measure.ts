/** What another process takes, as Linux tells it (proc(5)): processor time of its main thread, and memory. */
import { existsSync, readFileSync } from 'node:fs';

/** For `{ skip }` of a test. */
export const skipWithoutSchedstat: string | false = existsSync('/proc/self/schedstat')
  ? false
  : 'needs /proc/PID/schedstat to see the processor time of one thread';

/** Milliseconds since the process began, without waiting. The thread that has the id of its process runs the event loop. */
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

/** Megabytes of memory that a process has. */
export function memoryOf({ pid }: { readonly pid: number }): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The most memory that a process has while something goes on. */
export async function peakDuring(
  process: { readonly pid: number },
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = memoryOf(process);
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(process));
  }, 20);
  await work().finally(() => clearInterval(timer));
  return peak;
}
