/** A clock that is the same in all threads, in milliseconds that fit into shared memory. */

/** Never 0, which stands for "not yet". */
export function clockTick(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return (seconds * 1000 + Math.trunc(nanoseconds / 1e6)) | 0 || 1;
}

/** @returns milliseconds since a tick, also when the number has begun again */
export function sinceTick(tick: number): number {
  return (clockTick() - tick) | 0;
}
