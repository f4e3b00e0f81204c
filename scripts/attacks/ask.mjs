// Sends one request and reads its answer. `fetch` would not send some of these headers.
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

/** Milliseconds until a request counts as never answered. */
const LATEST = 120_000;
export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const BROTLI = { 'Content-Encoding': 'br' };

/**
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string | string[]>, body?: string | Buffer }} [options]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string, ms: number }>}
 */
export function ask(url, { method, headers = {}, body } = {}) {
  const began = performance.now();
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      agent: false,
      timeout: LATEST,
    };
    const outgoing = request(url, { ...options, headers: { ...headers, ...length } }, (incoming) => {
      text(incoming).then(
        (read) =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: read,
            ms: performance.now() - began,
          }),
        reject,
      );
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer in ${LATEST} ms`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** @returns {Promise<string>} all bytes that come back for these, until the service ends the connection */
export function askRaw(port, bytes) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error('no end in 10 s')));
    socket.once('error', reject);
    text(socket).then(resolve, reject);
  });
}

export const brotli = (body) => brotliCompressSync(body);

export const basic = (name, password) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

/** The statuses and how often each came: `403`, or `201 x 7, 503 x 63`. */
export function tally(answers) {
  const counts = new Map();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  if (counts.size === 1) return String(answers[0].status);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} x ${count}`)
    .join(', ');
}
