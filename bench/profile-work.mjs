// Profiles the service under one kind of work: a .cpuprofile for each of its busy threads.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fire } from './fire.mjs';
import { service } from './subjects/service.mjs';
import { dataSets } from './works.mjs';

const RESULTS = fileURLToPath(new URL('../.cache/bench', import.meta.url));
const MICROSECONDS = 250;
/** Threads that only wait have nothing to show. */
const BUSY_SAMPLES = 100;

/**
 * @param {import('./options.mjs').Options} options
 * @param {{ folder: string, mongod?: object }} place
 */
export async function profileWork({ profile: work, stores, seconds, warmup }, place) {
  mkdirSync(RESULTS, { recursive: true });
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
    for (const file of readdirSync(profiles).sort()) keep(join(profiles, file), `${work.key}-${store}`);
  }
}

/** @param {string} file CPU.date.time.process.thread.number.cpuprofile */
function keep(file, name) {
  const { nodes, samples } = JSON.parse(readFileSync(file, 'utf8'));
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  if (samples.filter((id) => !idle.has(id)).length < BUSY_SAMPLES) return;
  const target = join(RESULTS, `profile-${name}-${file.split('.').at(-3)}.cpuprofile`);
  copyFileSync(file, target);
  console.log(target);
}
