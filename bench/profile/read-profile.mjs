// Reads what `node --cpu-prof` wrote: a tree of calls with the samples of the last seconds of a process.
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What a thread does while it waits; workers of piscina wait in a loop of their own. */
const WAITING = new Set(['(idle)', 'atomicsWaitLoop']);

/** A longer time between two samples means that the system gave the processor to another process; in milliseconds. */
const LONGEST_SAMPLE = 1;

/**
 * @typedef {{ name: string, place: string, self: number, total: number, children: Frame[] }} Frame times in milliseconds
 * @typedef {{ root: Frame, busy: number }} CallTree `busy` is the share of the time that was not idle
 */

/**
 * @param {{ nodes: object[], samples: number[], timeDeltas: number[], endTime: number }} profile
 * @param {number} seconds before its end: what came earlier is the start and the warm-up
 * @returns {CallTree}
 */
export function readProfile({ nodes, samples, timeDeltas, startTime, endTime }, seconds) {
  const selfTime = new Map();
  let [time, idle, all] = [startTime, 0, 0];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const [i, id] of samples.entries()) {
    time += timeDeltas[i];
    if (time < endTime - seconds * 1e6) continue;
    const ms = Math.min((timeDeltas[i + 1] ?? 0) / 1000, LONGEST_SAMPLE);
    all += ms;
    if (WAITING.has(byId.get(id).callFrame.functionName)) idle += ms;
    else selfTime.set(id, (selfTime.get(id) ?? 0) + ms);
  }
  return { root: frameOf(nodes[0], byId, selfTime), busy: all === 0 ? 0 : 1 - idle / all };
}

function frameOf({ id, callFrame, children = [] }, byId, selfTime) {
  const frames = mergeAlike(children.map((child) => frameOf(byId.get(child), byId, selfTime)));
  const self = selfTime.get(id) ?? 0;
  const { functionName, url, lineNumber } = callFrame;
  const file = url.replace(/^file:\/\//, '').replace(ROOT, '');
  return {
    name: functionName || '(anonymous)',
    place: file && `${file}:${lineNumber + 1}`,
    self,
    total: self + frames.reduce((sum, { total }) => sum + total, 0),
    children: frames,
  };
}

/** V8 splits a function by how it was compiled. */
function mergeAlike(frames) {
  const merged = new Map();
  for (const frame of frames) {
    const key = `${frame.name} ${frame.place}`;
    const known = merged.get(key);
    if (!known) merged.set(key, frame);
    else {
      known.self += frame.self;
      known.total += frame.total;
      known.children = mergeAlike([...known.children, ...frame.children]);
    }
  }
  return [...merged.values()].filter(({ total }) => total > 0);
}
