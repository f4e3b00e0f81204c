/** An operation that asks who is there looks at the answer. */
import type { Check } from './check.js';

const PROBES: readonly unknown[] = ['missing-credentials', 'wrong-credentials', 'wrong-password'];

export const ignoredAuth: Check = ({ item, answer }) => {
  if (!PROBES.includes(item.probe)) return undefined;
  if (answer.status === 401 || answer.status === 403) return 'kept';
  // A redirect leads to where one logs in.
  if (answer.status >= 300 && answer.status < 400) return 'kept';
  return {
    message: `A request ${item.about} got ${answer.status} instead of 401 or 403.`,
    pointer: item.pointer,
  };
};
