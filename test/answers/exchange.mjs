// Sends one request as bytes and reads the whole answer as bytes: header lines in their order, the body decoded.
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer that takes longer is a fault of its own. */
const PATIENCE_MS = 20_000;

/** @typedef {{ status: number, statusLine: string, headers: [string, string][], body: string }} Answer */

/**
 * @param {number} port of 127.0.0.1
 * @param {{ method: string, path: string, headers: Record<string, string | string[]>, body?: string | Buffer }} request
 * @returns {Promise<Answer[]>} interim answers too (`100 Continue`)
 */
export async function exchange(port, { method, path, headers, body = '' }) {
  const content = Buffer.from(body);
  const all = { Host: `127.0.0.1:${port}`, ...headers, Connection: 'close' };
  const framed = 'Transfer-Encoding' in all || 'Content-Length' in all || content.length === 0;
  if (!framed) all['Content-Length'] = String(content.length);
  const lines = Object.entries(all).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}\r\n`),
  );
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return readAnswers(await send(port, Buffer.concat([head, content])), method);
}

/**
 * @param {number} port
 * @param {Buffer} bytes
 * @returns {Promise<Buffer>} all that comes until the service closes the connection
 */
function send(port, bytes) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no whole answer in time')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks)));
    // After a refusal the service may reset a connection whose body it has not read: the answer is here by then.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
  });
}

/** @returns {Answer[]} */
function readAnswers(bytes, method) {
  const answers = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`no whole head in: ${rest.toString('latin1').slice(0, 200)}`);
    const [statusLine, ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = lines.map((line) => /** @type {[string, string]} */ (line.split(/: ?(.*)/s, 2)));
    rest = rest.subarray(end + 4);
    const bodiless = status < 200;
    const body = bodiless || method === 'HEAD' ? '' : decode(rest, headers);
    if (!bodiless) rest = rest.subarray(rest.length);
    answers.push({ status, statusLine, headers, body });
  }
  return answers;
}

function decode(bytes, headers) {
  const headerOf = (wanted) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const whole = headerOf('transfer-encoding') === 'chunked' ? joinChunks(bytes) : bytes;
  const coding = headerOf('content-encoding');
  if (coding === 'gzip') return gunzipSync(whole).toString();
  if (coding === 'br') return brotliDecompressSync(whole).toString();
  return whole.toString();
}

function joinChunks(bytes) {
  const parts = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (end === -1 || Number.isNaN(size)) throw new Error('the chunks of the answer do not end');
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
