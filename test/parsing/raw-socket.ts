/** Sends bytes as they are and hangs up as told: what no HTTP client does. */
import { connect } from 'node:net';

export type Ending =
  /** Wait for the server to close, or for a whole answer. */
  | 'wait'
  /** Close this end only, as one who has nothing more to say. */
  | 'half-close'
  /** Be gone at once. */
  | 'reset';

/** @returns the status of the first answer; undefined when none came */
export function sendBytes(
  baseUrl: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  ending: Ending = 'wait',
): Promise<number | undefined> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = () => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      resolve(status === undefined ? undefined : Number(status));
    };
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (ending === 'wait' && answer.includes('\r\n\r\n')) finish();
    });
    socket.once('end', finish);
    // A reset by the server may be how it says no to who has gone; what came before it counts.
    socket.once('error', finish);
    socket.setTimeout(10_000, finish);
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part);
    if (ending === 'half-close') socket.end();
    if (ending === 'reset')
      socket.once('connect', () => setTimeout(() => socket.resetAndDestroy() && resolve(undefined), 50));
  });
}
