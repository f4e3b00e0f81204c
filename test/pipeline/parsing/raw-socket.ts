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
export async function sendBytes(baseUrl: string, bytes: Bytes, ending?: Ending): Promise<number | undefined> {
  return (await statusesOf(baseUrl, bytes, ending))[0];
}

export type Bytes = string | Buffer | readonly (string | Buffer)[];

/** @param answers how many to wait for; @returns the statuses of those that came, in their order */
export function statusesOf(
  baseUrl: string,
  bytes: Bytes,
  ending: Ending = 'wait',
  answers = 1,
): Promise<number[]> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let received = '';
    const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = () => {
      socket.destroy();
      resolve(statuses());
    };
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (ending === 'wait' && statuses().length === answers) finish();
    });
    socket.once('end', finish);
    // A reset by the server may be how it says no to who has gone; what came before it counts.
    socket.once('error', finish);
    socket.setTimeout(10_000, finish);
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) socket.write(part);
    if (ending === 'half-close') socket.end();
    if (ending === 'reset') {
      const leave = () => socket.resetAndDestroy() && resolve([]);
      socket.once('connect', () => setTimeout(leave, 50));
    }
  });
}
