/** Names the process that claims a key, so that another process of this machine need not wait for one that has died. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { codeOf } from '../../errors/error-code.js';

/** Tells this process from an earlier one with the same id, as in a container that was started again. */
const LIFE = randomUUID();

/** @returns a lease that names this process */
export const newLease = (): string => [hostname(), process.pid, LIFE, randomUUID()].join('/');

/** Whether the process that holds the lease is known to have died. Of other machines nothing is known. */
export function isOfDeadProcess(lease: string): boolean {
  const [host, pid, life] = lease.split('/');
  if (host !== hostname()) return false;
  return Number(pid) === process.pid ? life !== LIFE : !isAlive(Number(pid));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process.
    return codeOf(error) === 'EPERM';
  }
}
