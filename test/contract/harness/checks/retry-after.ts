/** A documented rate limit says when to come back (RFC 6585, 4; RFC 9110, 10.2.3). */
import type { Exchange } from '../run.js';
import { waitOf } from '../throttle.js';
import type { Violation } from './check.js';

/** @returns undefined when the document does not speak of 429 */
export function retryAfterConformance({ item, answer }: Exchange): Violation | 'kept' | undefined {
  const { '429': declared, '4XX': range } = item.operation.responses;
  const response = declared ?? range;
  if (!response) return undefined;
  const { pointer } = response;
  const { 'retry-after': text } = answer.headers;
  if (text === undefined) return { message: '429 has no Retry-After.', pointer, subject: 'missing' };
  if (waitOf(answer) !== undefined) return 'kept';
  return { message: `Retry-After: ${text} is neither seconds nor a date.`, pointer, subject: 'unreadable' };
}
