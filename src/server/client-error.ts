/** Answers messages that Node's HTTP parser refuses: they never become a request that the application could answer. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type Refusal = readonly [status: string, detail: string];

export const HEAD_TOO_LARGE: Refusal = [
  '431 Request Header Fields Too Large',
  'Request header fields are too large.',
];
/** Statuses of RFC 9110 and RFC 6585 by the parser's error code; everything else is 400. */
const ANSWERS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: HEAD_TOO_LARGE,
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};
export const MALFORMED: Refusal = ['400 Bad Request', 'Malformed request.'];

/** Requests whose body the parser refused while they waited for their turn. */
const refused = new WeakMap<IncomingMessage, Refusal>();

/** Every refused request gets an error body with `detail`, as all errors of the service, then the connection closes. */
export function answerClientErrors(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => answering.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = answering.get(socket);
    // A response that has begun cannot be taken back. A client learns that it is incomplete when it is cut off.
    const isHalfSent = begun?.headersSent && !begun.writableFinished && !begun.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable || isHalfSent) {
      socket.destroy();
      return;
    }
    // The rest of a body whose request is already answered: a client would take a second answer for its next request.
    if (begun?.writableFinished && !begun.req.complete) {
      close(socket, '');
      return;
    }
    const refusal = ANSWERS[error.code ?? ''] ?? MALFORMED;
    // Its head was in order, and others are answered before it: `checkHeads` gives the answer.
    if (begun && !begun.req.complete && !begun.writableEnded && begun.socket === null)
      refused.set(begun.req, refusal);
    else refuseInOrder(socket, refusal);
  });
  // CONNECT asks for a tunnel (RFC 9110, section 9.3.6): Node hands over the bare socket.
  server.on('connect', (_request, socket) => refuseInOrder(socket, MALFORMED));
  // Node's own answer to an unknown expectation would not wait for its turn. `checkHeads` gives it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  /** A request before this one on the same connection is answered first: it was in order. */
  function refuseInOrder(socket: Duplex, refusal: Refusal): void {
    const begun = answering.get(socket);
    if (begun?.req.complete && !begun.writableFinished && !begun.destroyed)
      begun.once('finish', () => refuse(socket, refusal));
    else refuse(socket, refusal);
  }
}

/** @returns why the parser refused the body of a request that waited for its turn */
export const refusalOf = (request: IncomingMessage): Refusal | undefined => refused.get(request);

/** Answers on the bare connection, and closes it. */
export function refuse(socket: Duplex, [status, detail]: Refusal): void {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  close(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Ended, then destroyed by the timer: destroying at once could drop the answer that the client is still reading. */
function close(socket: Duplex, last: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(last);
  setTimeout(() => socket.destroy(), 1000).unref();
}
