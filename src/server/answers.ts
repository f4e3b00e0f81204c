/** Carries out one request of a connection at a time, and knows which answers are under way. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Node reads some thousand small requests at once, and keeps an object for each. */
const MOST_IGNORED = 100;

/** The last request of a connection that has begun. */
interface Last {
  readonly answer: ServerResponse;
  /** What the last look at its client saw: bytes that wait for it, and how many looks ago it read some. */
  unread: number;
  stalled: number;
  /** Requests that came before the answer was sent. */
  behind: number;
}

export class Answers {
  /**
   * Changes with a connection, not with a request: V8 links each table of a Map to the one that replaces it, and a dead
   * one that has become old keeps what is in those after it through all collections of young objects.
   */
  readonly #last = new Map<Duplex, Last>();
  #isEnding = false;

  /** Those that have begun and are not sent. */
  open(): Last[] {
    return [...this.#last.values()].filter(({ answer }) => !answer.destroyed);
  }

  /** The answer to the last request that has begun on a connection. */
  lastOn(socket: Duplex): ServerResponse | undefined {
    return this.#last.get(socket)?.answer;
  }

  /**
   * A client that sends a request before it has the answer to the one before (pipelining, RFC 9112, 9.3.2) gets that
   * answer, and its connection is closed: begun at once, some kilobytes of requests would be megabytes of answers.
   */
  oneAtATime(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const last = this.#last.get(socket);
      const begin = () => {
        if (last === undefined) socket.once('close', () => this.#last.delete(socket));
        this.#last.set(socket, { answer: response, unread: 0, stalled: 0, behind: 0 });
        if (this.#isEnding) response.setHeader('Connection', 'close');
        listener(request, response);
      };
      if (last === undefined || last.answer.writableFinished) return begin();
      last.behind += 1;
      // A client of TLS may have the whole answer before Node tells that it is sent.
      if (last.answer.writableEnded && last.behind === 1) last.answer.once('finish', begin);
      else if (last.behind <= 2) closeAfter(last.answer);
      else if (last.behind > MOST_IGNORED) socket.destroy();
    };
  }

  /** From now on each connection ends with the answer that is under way, or with its next one. */
  endConnections(): void {
    this.#isEnding = true;
    for (const { answer } of this.open()) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }
}

/** Closes the connection of an answer once it is sent. */
export function closeAfter(answer: ServerResponse): void {
  if (answer.headersSent) answer.once('finish', () => answer.req.socket.destroySoon());
  else answer.setHeader('Connection', 'close');
}
