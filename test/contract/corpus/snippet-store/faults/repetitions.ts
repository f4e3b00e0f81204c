/** What goes wrong the second time, and limits that do not say how long. */
import { isSnippet, reply } from '../changes.js';
import type { Faults } from '../fault.js';
import type { Fault } from '../proxy.js';

export const repetitions: Faults = {
  'a PUT that is refused the second time': () => {
    const seen = new Set<string>();
    return {
      request(message) {
        const key = `${message.target} ${message.body}`;
        if (message.method !== 'PUT' || !isSnippet(message) || !seen.has(key)) return undefined;
        return reply(403);
      },
      reply(given, message) {
        if (message.method === 'PUT' && given.status === 200) seen.add(`${message.target} ${message.body}`);
      },
    };
  },
};

export const rateLimits: Faults = {
  '429 without Retry-After': () => throttleOnce({}),
  '429 with a Retry-After of words': () => throttleOnce({ 'retry-after': 'soon' }),
};

function throttleOnce(headers: Record<string, string>): Fault {
  let count = 0;
  return {
    request({ target }) {
      if (target !== '/users/') return undefined;
      count += 1;
      const given = reply(429);
      return count === 2 ? { ...given, headers: { ...given.headers, ...headers } } : undefined;
    },
  };
}
