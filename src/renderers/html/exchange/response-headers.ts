/** The headers that a program would get with the JSON of this page. */
import { cacheControlOf } from '../../../pipeline/conditional-requests/cache-control.js';
import { json } from '../../json.js';
import type { PageRequest } from '../page-request.js';

/** A cookie is a secret, and only the page has a policy. */
const HIDDEN = new Set(['set-cookie', 'content-security-policy']);

/** Names with capitals in other places than at the start of each word. */
const SPELLED: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' };

export function responseHeaders(request: PageRequest): readonly (readonly [name: string, value: string])[] {
  const { answer, operation, user, headers } = request;
  const sent: Record<string, unknown> = { ...answer.headers, 'content-type': json.contentType };
  if (answer.status < 400)
    sent['cache-control'] = cacheControlOf({ operation, renderer: json, user, headers });
  return Object.entries(sent)
    .filter(([name, value]) => value !== undefined && !HIDDEN.has(name))
    .map(([name, value]) => [spell(name), [value].flat().join(', ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function spell(name: string): string {
  return SPELLED[name] ?? name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
