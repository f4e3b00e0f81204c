// What grows with the data where something is wrong: searches, the longest hold of the event loop, the longest write.
import { once } from 'node:events';
import { Agent } from 'node:http';
import { topicOf, userName, variation } from './contents.mjs';
import { ask, fire } from './fire.mjs';
import { median } from './statistics.mjs';
import { workOf } from './works.mjs';

const PROBE = new URL('event-loop-delay.mjs', import.meta.url).href;
const FEWEST = 10;

/** By name; each is asked with another snippet each time. */
const SEARCHES = {
  'word of one snippet': (id) => ({ q: variation(id).number }),
  'word of 1 %': (id) => ({ q: topicOf(id) }),
  'word of all': () => ({ q: 'sieve' }),
  'word of all, one of 1 %': (id) => ({ q: `sieve ${topicOf(id)}` }),
  'beginning in 10 %': (id) => ({ q: topicOf(id).slice(0, -1) }),
  'beginning in all': () => ({ q: 'topi' }),
  'long beginning in all': () => ({ q: 'smalles' }),
  'owner, language': (id) => ({ owner: ownerOf(id), language: 'python' }),
  'word of all, owner': (id) => ({ q: 'sieve', owner: ownerOf(id) }),
  'word of nothing': () => ({ q: 'sieve gramophone' }),
  'ten words of all': () => ({ q: 'all primes below the limit smallest first def int list' }),
};

const ownerOf = (id) => userName(variation(id).ownerId);

/**
 * @returns {Promise<Record<string, { ms: number, longestMs: number }>>} of a slice of 50, one request after the other
 */
export async function measureSearches(prepared, count, seconds) {
  const running = await prepared.start({ inPlace: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const found = {};
  try {
    for (const [name, queryOf] of Object.entries(SEARCHES)) {
      const times = [];
      const end = performance.now() + seconds * 1000;
      while (times.length < FEWEST || performance.now() < end) {
        const query = new URLSearchParams({ limit: '50', ...queryOf(Math.ceil(Math.random() * count)) });
        times.push((await ask(`${running.address}/snippets/?${query}`, { agent })).ms);
      }
      found[name] = { ms: median(times), longestMs: Math.max(...times) };
      console.error(`${count}  ${name}  ${found[name].ms.toFixed(1)} ms`);
    }
  } finally {
    agent.destroy();
    await running.stop();
  }
  return found;
}

/** @returns {Promise<Record<string, number>>} milliseconds: the longest hold, and the longest answer to a create */
export async function measureHold(prepared, count, seconds) {
  const running = await prepared.start({ inPlace: true, nodeArgs: ['--import', PROBE], ipc: true });
  const hold = async () => {
    const answered = once(running.child, 'message');
    running.child.send('read');
    const [{ longestMs }] = await answered;
    return longestMs;
  };
  try {
    const search = { path: () => searchOf(Math.ceil(Math.random() * count)) };
    // The first requests load and compile what the others use.
    await fire(running, workOf('search'), search, Math.min(1, seconds));
    await fire(running, workOf('create'), prepared.requests.create, Math.min(1, seconds));
    await hold();
    await fire(running, workOf('search'), search, seconds);
    const searchHoldMs = await hold();
    const { longest } = await fire(running, workOf('create'), prepared.requests.create, 2 * seconds);
    return { searchHoldMs, createHoldMs: await hold(), longestCreateMs: longest };
  } finally {
    await running.stop();
  }
}

function searchOf(id) {
  const queries = Object.values(SEARCHES);
  const queryOf = queries[Math.floor(Math.random() * queries.length)];
  return `/snippets/?${new URLSearchParams({ limit: '50', ...queryOf(id) })}`;
}
