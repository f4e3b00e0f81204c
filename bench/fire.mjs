// One measurement: a kind of work against a running server, for some seconds.
import autocannon from 'autocannon';
import { cpuMs } from './server-process.mjs';

/** @typedef {{ rate: number, cpu: number }} Measured requests a second, ms of a core a request */

/**
 * @param {import('./server-process.mjs').Running} running
 * @param {import('./works.mjs').Work} work
 * @param {import('./works.mjs').WorkRequest} request
 * @param {number} seconds
 * @returns {Promise<Measured>}
 */
export async function fire(running, { key, connections }, request, seconds) {
  const { method = 'GET', path, headers = {}, body, status = 200 } = request;
  const make = (part) => (typeof part === 'function' ? part() : part);
  const before = cpuMs(running.pid);
  const result = await autocannon({
    url: running.address + make(path),
    method,
    headers,
    body: make(body),
    connections,
    duration: seconds,
    // On a busy machine a slow peer is slow, not broken.
    timeout: 120,
    // Each request another snippet, so that shared look-ups do not shrink to one record, and another text.
    ...(typeof path === 'function' && {
      requests: [{ setupRequest: (one) => ({ ...one, path: path(), ...(body && { body: make(body) }) }) }],
    }),
  });
  const cpu = cpuMs(running.pid) - before;
  const stats = result.statusCodeStats ?? {};
  const count = stats[status]?.count ?? 0;
  const others = Object.keys(stats).filter((code) => code !== String(status));
  if (others.length > 0 || result.errors + result.timeouts > 0 || count === 0)
    throw new Error(`${key}: expected answers with ${status} only, got ${JSON.stringify(stats)}`);
  return { rate: count / result.duration, cpu: cpu / count };
}

/** What is measured has to be the work that is meant: one answer is looked at first. */
export async function checkAnswer(address, key, { method, path, headers, body, status = 200, check }) {
  const make = (part) => (typeof part === 'function' ? part() : part);
  const response = await fetch(address + make(path), { method, headers, body: make(body) });
  const text = await response.text();
  if (response.status !== status || (check && !check(text)))
    throw new Error(`${key}: not the expected answer: ${response.status} ${text.slice(0, 300)}`);
}

/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The rounds are compared one by one, as both sides of a round meet the same state of the machine. */
export function ratioOf(mine, theirs) {
  const ratios = mine.map((value, round) => value / theirs[round]);
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
