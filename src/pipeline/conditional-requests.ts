/** `If-Match` before a change, `If-None-Match` after a read (RFC 9110, 13.2.1), and how an answer may be kept. */
import type { Endpoint } from '../contract/contract.js';
import { PreconditionFailed } from '../errors/index.js';
import type { Answer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import { tagsOf } from '../http/codings.js';
import { etagOf, matchedTag, tagsIn } from '../http/etag.js';
import type { Found, LoadedRecord, Renderer } from '../http/route.js';

/**
 * Compares the tag of what GET would show, in any coding. What has no tag matches only `*`.
 *
 * @throws PreconditionFailed
 */
export function checkPreconditions(
  { headers }: ApiRequest,
  { operations }: Endpoint,
  record: LoadedRecord | null,
): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (record === null || (ifMatch === undefined && ifNoneMatch === undefined)) return;
  const { version } = record;
  const tags =
    version === undefined ? [] : tagsOf(etagOf({ ...record, version }, operations.get('get')?.output));
  if (ifMatch !== undefined && !isMatch(ifMatch, tags)) throw new PreconditionFailed();
  if (ifNoneMatch !== undefined && isMatch(ifNoneMatch.replaceAll('W/', ''), tags))
    throw new PreconditionFailed({ detail: 'The resource exists: its ETag matches If-None-Match.' });
}

/** `If-Match` compares strongly (RFC 9110, 13.1.1): a weak tag matches none. */
const isMatch = (list: string, tags: readonly string[]): boolean =>
  list.trim() === '*' || tagsIn(list).some((tag) => tags.includes(tag));

/** The client has them with the body: a 304 carries only what a cache needs. */
const WITH_THE_BODY = ['Content-Disposition', 'Content-Security-Policy', 'Link'];

/**
 * Answers 304 in place of what the client has, and refuses a read of another version than the one that is asked for. `fresh` of Koa never finds a copy up to date for a `fetch`, because
 * `fetch` sends `Cache-Control: no-cache` with every `If-None-Match`.
 */
export function notModified(answer: Answer, { ctx, method, headers }: ApiRequest): Answer {
  const etag = answer.headers?.ETag;
  const isRead = method === 'GET' || method === 'HEAD';
  if (typeof etag !== 'string' || answer.status !== 200 || !isRead) return answer;
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined && !isMatch(ifMatch, tagsOf(etag))) throw new PreconditionFailed();
  const unchanged = matchedTag(ctx, etag);
  if (unchanged === undefined) return answer;
  const kept = Object.entries(answer.headers ?? {}).filter(([name]) => !WITH_THE_BODY.includes(name));
  return { status: 304, headers: { ...Object.fromEntries(kept), ETag: unchanged } };
}

/** Errors, pages, tokens, and responses to unsafe methods. */
export const NOT_KEPT = 'no-store';

/** `no-cache`: kept, and compared by its `ETag` before each use. With credentials only their sender may keep it. */
export function cacheControlOf({ operation, caller, record, request }: Found, renderer: Renderer): string {
  if (operation?.cachePolicy !== 'no-cache' || renderer.personal || record?.private === true) return NOT_KEPT;
  const { headers } = request;
  // A custom scheme may read other headers.
  const isPersonal = headers.authorization !== undefined || headers.cookie !== undefined || caller?.user;
  return isPersonal ? 'private, no-cache' : 'no-cache';
}
