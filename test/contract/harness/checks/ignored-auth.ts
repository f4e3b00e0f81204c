/** An operation that asks who is there looks at the answer. */
import type { Check } from './check.js';

export const ignoredAuth: Check = ({ item, answer }) => {
  if (item.probe !== 'missing-credentials' && item.probe !== 'wrong-credentials') return undefined;
  if (answer.status === 401 || answer.status === 403) return 'kept';
  // A redirect leads to where one logs in.
  if (answer.status >= 300 && answer.status < 400) return 'kept';
  return {
    message: `A request ${item.about} got ${answer.status} instead of 401 or 403.`,
    pointer: item.pointer,
  };
};
