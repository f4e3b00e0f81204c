/** Answers messages that Node's HTTP parser refuses: they never become a request that the application could answer. */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answers, closeAfter } from './answers.js';

export type Refusal = readonly [status: string, detail: string];

export const MALFORMED: Refusal = ['400 Bad Request', 'Malformed request.'];
export const LARGE_HEAD: Refusal = [
  '431 Request Header Fields Too Large',
  'Request header fields are too large.',
];
/** Code of the error of a body in too many pieces. */
export const CRUMBLED = 'BODY_IN_PIECES';
/** Statuses of RFC 9110 and RFC 6585 by the parser's error code; everything else is 400. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: LARGE_HEAD,
  [CRUMBLED]: ['400 Bad Request', 'The request body came in too many small pieces: send larger ones.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** How long a client may read the refusal: destroying at once could drop it on its way. */
const LINGER_MS = 1000;

/** Every refused request gets an error body with `detail`, as all errors of the service, then the connection closes. */
export function refuseMalformed(server: Server, answers: Pick<Answers, 'lastOn'>): void {
  const refuseAfter = (last: ServerResponse | undefined, socket: Duplex, refusal: Refusal) => {
    // The request before was in order. Its client sent this one without waiting for the answer.
    if (last?.req.complete && !last.writableFinished) closeAfter(last);
    else refuse(socket, refusal);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const last = answers.lastOn(socket);
    const isAnswered = last?.headersSent && !last.req.complete;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!isAnswered) refuseAfter(last, socket, REFUSALS[error.code ?? ''] ?? MALFORMED);
    // The rest of a body is malformed: a client would take a second answer for that to its next request.
    else if (last?.writableFinished) close(socket, '');
    // Half an answer cannot be taken back. A client learns that it is incomplete when it is cut off.
    else socket.destroy();
  });
  // CONNECT asks for a tunnel (RFC 9110, section 9.3.6): Node hands over the bare socket.
  server.on('connect', (_request, socket) => refuseAfter(answers.lastOn(socket), socket, MALFORMED));
  // Node's own answer to an unknown expectation has no `detail`. `checkHeads` gives it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Node would ask for each body at once. `readBody` asks for those that are read.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

/** Answers on the bare connection, and closes it. @param method HEAD gets no body (RFC 9110, 9.3.2) */
export function refuse(socket: Duplex, [status, detail]: Refusal, method?: string): void {
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
  close(socket, `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`);
}

function close(socket: Duplex, last: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(last);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
