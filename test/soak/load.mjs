// Sends the work of all clients at a steady rate, and counts what comes back.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeRandom } from '../fuzz/random.mjs';
import { makeHostile } from './hostile.mjs';
import { makeWellBehaved } from './well-behaved.mjs';

const HOSTILE = 'mallory';

/**
 * @param service of startSoaked
 * @param {{ rate: number, hostile: number, seed: number, signal: AbortSignal }} options `rate`, `hostile`: what they begin in a second
 * @returns what has been seen so far, and `ended`, which resolves after the signal
 */
export function beginLoad(service, { rate, hostile, seed, signal }) {
  const { url, users } = service;
  const seen = { statuses: new Map(), hostile: new Map(), wrong: new Map(), slowest: 0 };

  async function befriend(user, i, { length }) {
    const act = makeWellBehaved({ address: url, user, random: makeRandom(seed * 1000 + i) });
    await pace(rate / length, signal, async () => {
      const began = performance.now();
      try {
        for (const status of await act()) count(seen.statuses, status);
      } catch (error) {
        const told = error instanceof Error ? `${error.message} ${error.cause ?? ''}`.trim() : String(error);
        count(seen.wrong, told.replace(/\d{4,}|(?<=snippets\/)\d+/g, 'N'));
      }
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
    });
  }

  async function attack(user) {
    const act = makeHostile({ ...service, user, random: makeRandom(seed) });
    await pace(hostile, signal, async () => {
      const { statuses, undeclared } = await act();
      for (const status of statuses) count(seen.hostile, status);
      for (const status of undeclared) count(seen.wrong, `undeclared ${status} to the hostile client`);
    });
  }

  const friends = users.filter(({ name }) => name !== HOSTILE);
  const foes = users.filter(({ name }) => name === HOSTILE);
  return { seen, ended: Promise.all([...friends.map(befriend), ...foes.map(attack)]) };
}

/** At this rate whether or not answers come: a slow service is not asked less. */
async function pace(aSecond, signal, act) {
  const pending = new Set();
  const began = performance.now();
  for (let i = 0; !signal.aborted; i++) {
    const wait = began + (i * 1000) / aSecond - performance.now();
    if (wait > 1) await sleep(wait);
    const running = act().finally(() => pending.delete(running));
    pending.add(running);
    // A service that does not keep up shows in `slowest`; this process shall not run out of memory for it.
    if (pending.size > 500) await Promise.race(pending);
  }
  await Promise.all(pending);
}

export function count(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}
