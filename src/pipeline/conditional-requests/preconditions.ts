/** Compares `If-Match` before a change and `If-None-Match` after a read with the version (RFC 9110, 13.2.1). */
import type { Operation } from '../../contract/contract.js';
import { PreconditionFailed } from '../../errors/index.js';
import type { Answer } from '../request/answer.js';
import type { ApiRequest, LoadedRecord } from '../request/api-request.js';
import { etagOf, matchedTag, matchesStrongly } from './etag.js';

/** @throws PreconditionFailed */
export function checkPreconditions(
  { headers }: ApiRequest,
  { method }: Operation,
  record: LoadedRecord | null,
): void {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || record === null || method === 'get') return;
  const { version } = record;
  if (!matchesStrongly(ifMatch, version === undefined ? undefined : etagOf({ version })))
    throw new PreconditionFailed();
}

/** The client has them with the body: a 304 carries only what a cache needs. */
const WITH_THE_BODY = ['Content-Disposition', 'Content-Security-Policy', 'Link'];

/**
 * `fresh` of Koa never finds a copy up to date for a `fetch`, because `fetch` sends `Cache-Control: no-cache` with every
 * `If-None-Match`.
 *
 * @returns the answer as it is, or a 304 in its place
 */
export function notModified(answer: Answer, { method, headers }: ApiRequest): Answer {
  const etag = answer.headers?.ETag;
  const isRead = method === 'GET' || method === 'HEAD';
  if (typeof etag !== 'string' || answer.status !== 200 || !isRead) return answer;
  const unchanged = matchedTag(headers, etag);
  if (unchanged === undefined) return answer;
  const kept = Object.entries(answer.headers ?? {}).filter(([name]) => !WITH_THE_BODY.includes(name));
  return { status: 304, headers: { ...Object.fromEntries(kept), ETag: unchanged } };
}
