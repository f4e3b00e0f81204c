/** An error on a page: what went wrong and what to do. */
import type { Url } from '../../pipeline/routing/static-routes.js';
import type { Visitor } from './frame/visitor.js';
import { type Content, type Html, html } from './html.js';
import { answerHeader, type PageRequest } from './page-request.js';

export function problemView(body: unknown, request: PageRequest, visitor: Visitor, url: Url): Html | false {
  const { status, reason } = request.answer;
  if (status < 400) return false;
  const { detail, ...fields } = { detail: undefined, ...(typeof body === 'object' ? body : undefined) };
  return html`<div class="problem" role="alert">
<p>${typeof detail === 'string' ? detail : reason}</p>
${status === 400 && fieldsView(fields, request)}
<p>${helpFor(request, visitor, url)}</p>
</div>`;
}

/** The errors of each field or parameter, with a link to its control if the page has one. */
function fieldsView(fields: Readonly<Record<string, unknown>>, request: PageRequest): Html | false {
  const named = Object.entries(fields).filter((field): field is [string, unknown[]] =>
    Array.isArray(field[1]),
  );
  if (named.length === 0) return false;
  return html`<ul>${named.map(([name, messages]) => {
    const control = controlOf(name, request);
    const label =
      control === undefined ? html`<code>${name}</code>` : html`<a href="#${control}">${name}</a>`;
    return html`<li>${name !== 'non_field_errors' && html`${label}: `}${messages.map(String).join(' ')}</li>`;
  })}</ul>`;
}

/** @returns the id of the control, undefined when the page has none */
function controlOf(name: string, { endpoint, method }: PageRequest): string | undefined {
  if (method !== 'GET') return `form-${method.toLowerCase()}-${name}`;
  const parameters = endpoint?.operations.get('get')?.parameters ?? [];
  const isFilter = parameters.some((parameter) => parameter.name === name && parameter['x-filter']);
  return isFilter ? `filter-${name}` : undefined;
}

function helpFor(request: PageRequest, { username, loginUrl }: Visitor, url: Url): Content {
  const { id, path, endpoint } = request;
  const { status } = request.answer;
  const later = answerHeader(request, 'Retry-After');
  if (status === 400) return 'Correct the fields below and send again.';
  if ((status === 401 || status === 403) && username === undefined && loginUrl !== undefined)
    return html`<a href="${loginUrl}">Log in</a>, then try again.`;
  if (status === 404) return html`Check the URL, or go to the <a href="${url('root')}">home page</a>.`;
  if (status === 405) return `This path accepts ${answerHeader(request, 'Allow')}.`;
  if (status === 412)
    return html`Somebody else has changed this since you opened it. <a href="${path}">Open the current version</a>, and make your change there.`;
  if (later) {
    const form =
      endpoint?.csrf && loginUrl !== undefined && html` <a href="${loginUrl}">Back to the form</a>.`;
    return html`Try again in ${later} seconds.${form}`;
  }
  if (status >= 500) return html`Quote this request id to support: <code>${id}</code>.`;
  return html`Go back, or go to the <a href="${url('root')}">home page</a>.`;
}
