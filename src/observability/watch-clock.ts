/** Logs jumps of the clock: what is stored with an end (sessions, tokens, throttles) ends early after one. */
import type { Log } from './log.js';

const EVERY_MS = 5_000;
/** A clock that is corrected slowly, as NTP does, never jumps so far between two looks. */
const JUMP_MS = 5_000;

/** @returns ends the watch */
export function watchClock(log: Pick<Log, 'warn'>, everyMs: number = EVERY_MS): () => void {
  // The difference of a clock that can be set and one that cannot.
  let known = Date.now() - performance.now();
  const timer = setInterval(() => {
    const offset = Date.now() - performance.now();
    const jump = offset - known;
    if (Math.abs(jump) < JUMP_MS) return;
    log.warn({ seconds: Math.round(jump / 1000) }, 'the clock has jumped');
    known = offset;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
