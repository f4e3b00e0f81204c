// The rounds: every server has its turn in each of them, so that all meet the same state of the machine.
import { checkAnswer, fire } from './fire.mjs';
import { dataSets } from './works.mjs';

/**
 * Prepares each server's data once a data set and store.
 * @param {readonly import('./subjects/index.mjs').Subject[]} subjects
 * @param {import('./options.mjs').Options} options
 * @param {{ folder: string, mongod?: object }} place
 */
export async function prepareTurns(subjects, { works, stores }, place) {
  const turns = [];
  for (const data of Object.keys(dataSets)) {
    for (const store of stores) {
      const contestants = [];
      for (const subject of subjects.filter((one) => one.stores.includes(store))) {
        const own = works.filter(
          ({ key, data: set }) => set === data && (subject.works?.includes(key) ?? true),
        );
        if (own.length === 0) continue;
        const began = performance.now();
        const prepared = await subject.prepare({ ...place, store, data, count: dataSets[data] });
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        console.error(`prepared ${subject.name}, ${store}, ${dataSets[data]} snippets, in ${seconds} s`);
        contestants.push({ subject, prepared, works: own });
      }
      if (contestants.some(({ subject }) => subject.key === 'service'))
        turns.push({ data, store, contestants });
    }
  }
  return turns;
}

/**
 * @param {Awaited<ReturnType<typeof prepareTurns>>} turns
 * @param {import('./options.mjs').Options} options
 * @returns {Promise<Record<string, Record<string, Record<string, import('./fire.mjs').Measured[]>>>>}
 *   by store, work and server: one measurement a round
 */
export async function measure(turns, { rounds, seconds, warmup }) {
  const results = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const { store, contestants } of turns) {
      for (const contestant of round % 2 ? contestants : contestants.toReversed()) {
        const measured = await measureOne(contestant, round, { seconds, warmup });
        for (const [work, value] of Object.entries(measured)) {
          results[store] ??= {};
          results[store][work] ??= {};
          results[store][work][contestant.subject.key] ??= [];
          results[store][work][contestant.subject.key].push(value);
          const rate = value.rate.toFixed(value.rate < 100 ? 1 : 0);
          console.error(`round ${round}  ${store}  ${contestant.subject.name}  ${work}  ${rate}/s`);
        }
      }
    }
  }
  return results;
}

async function measureOne({ prepared, works }, round, { seconds, warmup }) {
  const running = await prepared.start();
  const measured = {};
  try {
    for (const work of works) {
      const request = prepared.requests[work.key];
      if (round === 1) await checkAnswer(running.address, work.key, request);
      if (!work.sequential) await fire(running, work, request, warmup);
      measured[work.key] = await fire(running, work, request, seconds);
    }
  } finally {
    await running.stop();
  }
  return measured;
}
