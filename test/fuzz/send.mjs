// Sends bytes over a socket and reads the statuses that come back.
import { connect } from 'node:net';

/** What may be half a request is ended by the sender after so many milliseconds of silence. */
const SILENCE = 300;

/**
 * @param isWhole an answer must come, so it is waited for
 * @returns {Promise<{ answers: { status: number, isReplay: boolean }[], ms: number }>} and how long it took
 */
export function sendBytes(port, { bytes, isWhole }, latest) {
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks = [];
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => socket.write(bytes));
    // An unfinished request gets no answer, and the server waits for its rest, as it must: the sender gives up.
    const silence = setTimeout(() => socket.end(), isWhole ? latest : SILENCE);
    const limit = setTimeout(() => socket.destroy(), latest);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.once('close', () => {
      clearTimeout(silence);
      clearTimeout(limit);
      const text = Buffer.concat(chunks).toString('latin1');
      const heads = [...text.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n(?:[^\r\n]+\r\n)*/g)];
      const answers = heads.map(([head, status]) => ({
        status: Number(status),
        isReplay: /\r\nIdempotency-Replayed: true\r/i.test(head),
      }));
      resolve({ answers: answers.filter(({ status }) => status >= 200), ms: performance.now() - began });
    });
  });
}
