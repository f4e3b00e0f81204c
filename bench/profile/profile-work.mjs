// Profiles the service under one kind of work: a flame graph for each of its threads, and where the time goes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fire } from '../fire.mjs';
import { service } from '../subjects/service.mjs';
import { dataSets } from '../works.mjs';
import { flameGraph } from './flame-graph.mjs';
import { readProfile } from './read-profile.mjs';
import { selfTimes, timesByOrigin, totalTimes } from './times.mjs';

const RESULTS = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
const MICROSECONDS = 250;

/**
 * @param {import('../options.mjs').Options} options
 * @param {{ folder: string, mongod?: object }} place
 */
export async function profileWork({ profile: work, stores, seconds, warmup }, place) {
  for (const store of stores) {
    const { data } = work;
    const prepared = await service.prepare({ ...place, store, data, count: dataSets[data] });
    const profiles = join(place.folder, `profiles-${store}`);
    const nodeArgs = ['--cpu-prof', '--cpu-prof-dir', profiles, '--cpu-prof-interval', String(MICROSECONDS)];
    const running = await prepared.start({ nodeArgs });
    const request = prepared.requests[work.key];
    try {
      await fire(running, work, request, warmup);
      const { rate } = await fire(running, work, request, seconds);
      console.log(`\n${store}, ${work.title}: ${rate.toFixed(0)}/s while it was profiled`);
    } finally {
      await running.stop();
    }
    for (const file of readdirSync(profiles).sort())
      report(join(profiles, file), `${work.key}-${store}`, seconds);
  }
}

/** @param {string} file CPU.date.time.process.thread.number.cpuprofile */
function report(file, name, seconds) {
  const thread = file.split('.').at(-3);
  const text = readFileSync(file, 'utf8');
  const tree = readProfile(JSON.parse(text), seconds);
  // Threads that only wait have nothing to show.
  if (tree.busy < 0.01) return;
  const kind = thread === '0' ? 'main thread' : `thread ${thread}`;
  const target = join(RESULTS, `profile-${name}-${thread}`);
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${target}.svg`, flameGraph(tree, `${name}, ${kind}`));
  writeFileSync(`${target}.cpuprofile`, text);
  console.log(`\n${kind}, busy ${(tree.busy * 100).toFixed(0)} % of the time: ${target}.svg`);
  console.log(`\nby function, itself:\n${selfTimes(tree, 25)}`);
  console.log(`\nby origin:\n${timesByOrigin(tree, 16)}`);
  console.log(`\nfunctions of the service with what they call:\n${totalTimes(tree, 30)}`);
}
