/** Knows the answers of a server that are under way. */
import type { Server, ServerResponse } from 'node:http';

/** @returns the answers whose requests have begun and which are not closed yet */
export function trackAnswers(server: Server): Iterable<ServerResponse> {
  // Places that are used again. A Set replaces its table every some dozen answers, and V8 keeps what a replaced table
  // refers to until the next full collection: with a Set, garbage collection took a sixth of the time of an answer.
  const places: (ServerResponse | undefined)[] = [];
  const free: number[] = [];
  server.prependListener('request', (_request, response: ServerResponse) => {
    const place = free.pop() ?? places.length;
    places[place] = response;
    response.once('close', () => {
      places[place] = undefined;
      free.push(place);
    });
  });
  return {
    *[Symbol.iterator]() {
      for (const response of places) if (response) yield response;
    },
  };
}
