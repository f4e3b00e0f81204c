/** The headers of an answer as a program gets them: those of the JSON, not of the page around it. */
import type { ApiRequest } from '../../../pipeline/api-request.js';
import { cacheControlOf } from '../../../pipeline/cache-control.js';
import type { HandlerAnswer } from '../../../pipeline/phases.js';
import { json } from '../../json.js';

/** A cookie is a secret, and the policy is the page's own. */
const HIDDEN = new Set(['set-cookie', 'content-security-policy']);

/** Names with capitals in other places than at the start of each word. */
const SPELLED: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' };

export function responseHeaders(request: ApiRequest): readonly (readonly [name: string, value: string])[] {
  const { ctx, operation, user, headers } = request;
  const sent: Record<string, unknown> = { ...ctx.response.headers, 'content-type': json.contentType };
  if (ctx.status < 400) {
    sent['cache-control'] = cacheControlOf({ operation, renderer: json, user, headers });
    // Pages have none, because they differ from visitor to visitor.
    if ('answer' in request) sent.etag = (request.answer as HandlerAnswer).headers?.ETag;
  }
  return Object.entries(sent)
    .filter(([name, value]) => value !== undefined && !HIDDEN.has(name))
    .map(([name, value]) => [spell(name), [value].flat().join(', ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function spell(name: string): string {
  return SPELLED[name] ?? name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
