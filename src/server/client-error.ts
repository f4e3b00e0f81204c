/** Answers messages that Node's HTTP parser refuses: they never become a request that the application could answer. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { parse } from 'node:url';

type Refusal = readonly [status: string, detail: string];

/** Statuses of RFC 9110 and RFC 6585 by the parser's error code; everything else is 400. */
const ANSWERS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'Request header fields are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};
const MALFORMED = ['400 Bad Request', 'Malformed request.'] as const;
/**
 * Headers that identify the caller and the request. HTTP/1.1 lets clients send one of each; `Cookie` may be split (RFC
 * 6265, 5.4).
 */
const SINGLE = ['authorization', 'content-type', 'host', 'origin', 'x-csrftoken'];
const UNKNOWN_EXPECTATION = ['417 Expectation Failed', 'The Expect header cannot be met.'] as const;
const UNKNOWN_CODING = ['501 Not Implemented', 'The only transfer coding known here is chunked.'] as const;

/** Requests whose body the parser refused while they waited for their turn. */
const refused = new WeakMap<IncomingMessage, Refusal>();

/** Every refused request gets an error body with `detail`, as all errors of the service, then the connection closes. */
export function answerClientErrors(server: Server): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => answering.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A response that has begun cannot be taken back. A client learns that it is incomplete when it is cut off.
    const begun = answering.get(socket);
    if (
      error.code === 'ECONNRESET' ||
      !socket.writable ||
      (begun?.headersSent && !begun.writableFinished && !begun.req.complete)
    ) {
      socket.destroy();
      return;
    }
    const refusal = ANSWERS[error.code ?? ''] ?? MALFORMED;
    // Its head was in order, and others are answered before it: `refuseMalformed` gives the answer.
    if (begun && !begun.req.complete && !begun.writableEnded && begun.socket === null)
      refused.set(begun.req, refusal);
    else refuseInOrder(socket, refusal);
  });
  // CONNECT asks for a tunnel (RFC 9110, section 9.3.6): Node hands over the bare socket.
  server.on('connect', (_request, socket) => refuseInOrder(socket, MALFORMED));
  // Node's own answer to an unknown expectation would not wait for its turn. `refuseMalformed` gives it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  /** A request before this one on the same connection is answered first: it was in order. */
  function refuseInOrder(socket: Duplex, refusal: Refusal): void {
    const begun = answering.get(socket);
    if (begun?.req.complete && !begun.writableFinished && !begun.destroyed)
      begun.once('finish', () => refuse(socket, refusal));
    else refuse(socket, refusal);
  }
}

/** Refuses what Node's parser accepts and the application cannot read. */
export function refuseMalformed(listener: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = refused.get(request);
    if (refusal) return refuse(request.socket, refusal);
    const repeated = repeatedHeader(request);
    if (repeated !== undefined && repeated !== 'host')
      refuse(request.socket, ['400 Bad Request', `The ${repeated} header is there more than once.`]);
    else if (!hasItsHost(request, repeated) || !hasReadableTarget(request)) refuse(request.socket, MALFORMED);
    else if (!hasKnownCoding(request)) refuse(request.socket, UNKNOWN_CODING);
    else if (hasUnknownExpectation(request)) refuse(request.socket, UNKNOWN_EXPECTATION);
    else listener(request, response);
  };
}

/**
 * One Host, which HTTP/1.0 may leave out (RFC 9112, section 3.2). Node would refuse none without a body
 * (`requireHostHeader`), and read the first of two where a proxy may have read the second.
 */
function hasItsHost({ headers, httpVersion }: IncomingMessage, repeated: string | undefined): boolean {
  return repeated !== 'host' && (headers.host !== undefined || httpVersion === '1.0');
}

/** Where one part may read the first and another the last (RFC 9110, 5.3), a second header is an attack or a mistake. */
function repeatedHeader({ headers, rawHeaders }: IncomingMessage): string | undefined {
  // Node joins what is repeated, so as many members as header lines mean that nothing is.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return SINGLE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** Node undoes `chunked` alone, and passes on what lies under it as if it were the body (RFC 9112, section 6.1). */
function hasKnownCoding({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}

/** Another one than 100-continue (RFC 9110, section 10.1.1). HTTP/1.0 has none, so there it is ignored. */
function hasUnknownExpectation({ headers: { expect }, httpVersion }: IncomingMessage): boolean {
  return expect !== undefined && httpVersion !== '1.0' && !/^100-continue$/i.test(expect);
}

/** Koa reads the target (RFC 9112, section 3.2) by this very function wherever it may name a host, and must not throw. */
function hasReadableTarget({ url = '' }: IncomingMessage): boolean {
  if (/^\/(?!\/)/.test(url)) return true;
  try {
    const { protocol, host, pathname } = parse(url);
    // An absolute target names a host (RFC 9112, 3.2.2). Only `http:` and its like need no path after it.
    return pathname !== null && (protocol === null || Boolean(host));
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return false;
    throw error;
  }
}

function refuse(socket: Duplex, [status, detail]: Refusal): void {
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
  // Ended, then destroyed by the timer: destroying at once could drop the answer that the client is still reading.
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), 1000).unref();
}
