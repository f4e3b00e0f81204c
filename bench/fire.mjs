// One measurement: a kind of work against a running server, for some seconds.
import { Agent, request as httpRequest } from 'node:http';
import autocannon from 'autocannon';
import { cpuMs } from './server-process.mjs';

/** A work that answers nothing in this many seconds fails. */
const LONGEST_SECONDS = 60;

/** @typedef {{ rate: number, cpu: number, longest: number }} Measured requests a second, ms of a core a request, ms */

/**
 * @param {import('./server-process.mjs').Running} running
 * @param {import('./works.mjs').Work} work
 * @param {import('./requests.mjs').WorkRequest} request
 * @param {number} seconds
 * @returns {Promise<Measured>}
 */
export async function fire(running, work, request, seconds) {
  const before = cpuMs(running.pid);
  const { rate, count, longest } = work.sequential
    ? await oneAfterTheOther(running, request, seconds)
    : await atOnce(running, work, request, seconds);
  return { rate, cpu: (cpuMs(running.pid) - before) / count, longest };
}

async function atOnce(running, work, request, seconds) {
  const { address } = running;
  const { key, connections } = work;
  const { method = 'GET', path, headers = {}, body, status = 200 } = request;
  const varies = typeof path === 'function';
  const result = await autocannon({
    url: address + (varies ? path() : path),
    method,
    headers,
    body: typeof body === 'function' ? body() : body,
    connections,
    duration: seconds,
    // On a busy machine a slow peer is slow, not broken.
    timeout: 120,
    // Each request another snippet, so that shared look-ups do not shrink to one record, and another text.
    ...(varies && {
      requests: [
        {
          setupRequest: (one) => ({
            ...one,
            path: path(),
            ...(typeof body === 'function' && { body: body() }),
          }),
        },
      ],
    }),
  });
  const stats = result.statusCodeStats ?? {};
  const count = stats[status]?.count ?? 0;
  const others = Object.keys(stats).filter((code) => code !== String(status));
  const failed = others.length > 0 || result.errors + result.timeouts > 0;
  if (failed || (count === 0 && seconds > LONGEST_SECONDS)) {
    const found = JSON.stringify({ stats, errors: result.errors, timeouts: result.timeouts });
    throw new Error(`${key}: expected answers with ${status} only, got ${found}`);
  }
  // Not even the first answers came in time.
  if (count === 0) return atOnce(running, work, request, seconds * 4);
  return { rate: count / result.duration, count, longest: result.latency.max };
}

/** For answers that take long: whole answers in the time that they take, at least two. */
async function oneAfterTheOther({ address }, { path, headers }, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const began = performance.now();
  let count = 0;
  let slowest = 0;
  while (count < 2 || performance.now() - began < seconds * 1000) {
    const { ms } = await ask(address + path, { agent, headers });
    slowest = Math.max(slowest, ms);
    count += 1;
  }
  agent.destroy();
  return { rate: (count * 1000) / (performance.now() - began), count, longest: slowest };
}

/**
 * Asks once and reads the answer without keeping it.
 * @returns {Promise<{ ms: number, firstByteMs: number, bytes: number }>}
 */
export function ask(url, options) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, options, (incoming) => {
      let [bytes, firstByteMs] = [0, 0];
      incoming.on('data', (chunk) => {
        firstByteMs ||= performance.now() - began;
        bytes += chunk.length;
      });
      incoming.once('end', () => {
        if (incoming.statusCode === 200) resolve({ ms: performance.now() - began, firstByteMs, bytes });
        else reject(new Error(`${url}: ${incoming.statusCode}`));
      });
      incoming.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

/**
 * What is measured has to be the work that is meant: one answer is looked at first.
 * @param {string} address
 * @param {string} key
 * @param {import('./requests.mjs').WorkRequest} request
 */
export async function checkAnswer(address, key, request) {
  const { method = 'GET', path, headers, body, status = 200, check } = request;
  const response = await fetch(address + (typeof path === 'function' ? path() : path), {
    method,
    headers,
    body: typeof body === 'function' ? body() : body,
  });
  const text = await response.text();
  if (response.status !== status)
    throw new Error(`${key}: ${response.status}, not ${status}: ${text.slice(0, 300)}`);
  if (check && !check(text)) throw new Error(`${key}: not the expected answer: ${text.slice(0, 300)}`);
}
