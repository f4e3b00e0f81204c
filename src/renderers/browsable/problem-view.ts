/** What went wrong, and what helps. */
import type { ApiRequest } from '../../api-request.js';
import type { Url } from '../../routing/routes.js';
import { type Content, type Html, html } from './html.js';
import type { Visitor } from './page.js';

export function problemView(body: unknown, { http }: ApiRequest, visitor: Visitor, url: Url): Html | false {
  if (http.status < 400) return false;
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
  return html`<div class="problem" role="alert">
<p>${typeof detail === 'string' ? detail : http.message}</p>
<p>${helpFor(http, visitor, url)}</p>
</div>`;
}

function helpFor(
  { status, response, state }: ApiRequest['http'],
  { username, loginUrl }: Visitor,
  url: Url,
): Content {
  const later = response.get('Retry-After');
  if (status === 400) return 'Mend what is named and send it again.';
  if ((status === 401 || status === 403) && username === undefined && loginUrl !== undefined)
    return html`<a href="${loginUrl}">Log in</a>, then try again.`;
  if (status === 404) return html`Check the address, or begin at the <a href="${url('root')}">root</a>.`;
  if (status === 405) return `This address takes ${response.get('Allow')}.`;
  if (status === 412) return 'Somebody saved in between: load the page again to see what is there now.';
  if (later) return `Try again in ${later} seconds.`;
  if (status >= 500) return html`It is logged under <code>${state.id}</code>: tell that to the operator.`;
  return html`Go back, or begin at the <a href="${url('root')}">root</a>.`;
}
