/** Entity tags (RFC 9110, 8.8.3). */
import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { Schema } from '../contract/specification.js';
import { acceptedCodings, tagsOf } from './codings.js';

/**
 * The version, and a short hash of what is shown of the record: it is another one in a deployment that shows other
 * fields, and in a store that was restored.
 *
 * @param record counts its saves, from 1
 * @param shape the schema of what is shown: the `output` of the operation
 */
export function etagOf(record: { readonly version: number }, shape: Schema | undefined): string {
  const names = Object.keys(shape?.properties ?? {});
  const shown = names.map((name) => [name, Reflect.get(record, name === 'id' ? '_id' : name)]);
  return `"${record.version}-${hash('sha256', JSON.stringify(shown), 'hex').slice(0, 10)}"`;
}

/** For what counts no versions. */
export const contentEtag = (content: string | Buffer): string =>
  `"${hash('sha256', content, 'base64url').slice(0, 16)}"`;

/**
 * Weak comparison of `If-None-Match` (RFC 9110, 13.1.2). The tag of a coding that this request does not accept does not
 * match: the stored bytes are for another client (RFC 9111, 4.1). `Cache-Control` of the request is ignored.
 *
 * @returns the tag of the copy that is up to date, for the 304
 */
export function matchedTag(ctx: Context, etag: string): string | undefined {
  const { 'if-none-match': ifNoneMatch } = ctx.headers;
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etag;
  const current = tagsOf(etag, acceptedCodings(ctx));
  return tagsIn(ifNoneMatch)
    .map((tag) => tag.replace(/^W\//, ''))
    .find((tag) => current.includes(tag));
}

/** The tags of `If-Match` or `If-None-Match`. */
export const tagsIn = (list: string) => list.split(',').map((tag) => tag.trim());
