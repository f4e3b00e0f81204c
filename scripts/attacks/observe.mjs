// What an attack does to a service and to others: how long /healthz takes meanwhile, and how the memory grows.
import { setTimeout as sleep } from 'node:timers/promises';
import { watchMemory } from '../../bench/server-process.mjs';
import { ask } from './ask.mjs';

/**
 * @template T
 * @param {{ url: string, pid: number }} service
 * @param {() => Promise<T>} attack
 * @returns {Promise<{ result: T, ms: number, othersMs: number, memoryMb: number }>} `othersMs` is the longest wait for
 *   /healthz
 */
export async function observe({ url, pid }, attack) {
  const stopWatching = watchMemory(pid);
  let [isOver, othersMs] = [false, 0];
  const watching = (async () => {
    while (!isOver) {
      othersMs = Math.max(othersMs, (await ask(`${url}/healthz`)).ms);
      await sleep(10);
    }
  })();
  // So that the first look is under way.
  await sleep(20);
  const began = performance.now();
  try {
    const result = await attack();
    return { result, ms: performance.now() - began, othersMs, memoryMb: stopWatching() };
  } finally {
    isOver = true;
    await watching.catch(() => undefined);
    stopWatching();
  }
}
