/** An error on a page: what went wrong and what to do. */
import type { Endpoint } from '../../contract/contract.js';
import type { Url } from '../../pipeline/routing/static-routes.js';
import type { Visitor } from './frame/visitor.js';
import { type Content, type Html, html } from './html.js';
import { answerHeader, type PageRequest } from './page-request.js';

export function problemView(body: unknown, request: PageRequest, visitor: Visitor, url: Url): Html | false {
  const { status, reason } = request.answer;
  if (status < 400) return false;
  const { detail, ...fields } = { detail: undefined, ...(typeof body === 'object' ? body : undefined) };
  const named = status === 400 ? namedFields(fields) : [];
  const words = named.length > 0 ? TO_CORRECT : wordsFor(request, visitor, url);
  const { headline = typeof detail === 'string' ? detail : reason, help } = words;
  return html`<div class="problem" role="alert">
<p>${headline}</p>
${named.length > 0 && fieldsView(named, request)}
${help && html`<p>${help}</p>`}
</div>`;
}

const TO_CORRECT: Words = { headline: 'Correct this, then send again:' };

type NamedField = readonly [name: string, messages: readonly unknown[]];

const namedFields = (fields: Readonly<Record<string, unknown>>): readonly NamedField[] =>
  Object.entries(fields).flatMap(([name, messages]) => (Array.isArray(messages) ? [[name, messages]] : []));

/** The errors of each field or parameter, with a link to its control if the page has one. */
function fieldsView(named: readonly NamedField[], request: PageRequest): Html {
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

interface Words {
  /** In place of the text of the API. */
  readonly headline?: string;
  readonly help?: Content;
}

function wordsFor(request: PageRequest, { username, loginUrl }: Visitor, url: Url): Words {
  const { id, path, method, endpoint } = request;
  const { status } = request.answer;
  const later = answerHeader(request, 'Retry-After');
  const home = html`<a href="${url('root')}">home page</a>`;
  if (status === 400) return { help: 'Correct the request, then send it again.' };
  if ((status === 401 || status === 403) && username === undefined && loginUrl !== undefined) {
    if (method === 'GET') return { help: html`<a href="${loginUrl}">Log in</a>, then try again.` };
    return {
      headline: 'You are logged out.',
      help: html`<a href="${loginUrl}" target="_blank">Log in</a> (opens a new tab), then save again. Your text stays here.`,
    };
  }
  if (status === 404) {
    const headline = `This ${endpoint ? kindOf(endpoint) : 'page'} does not exist. It may have been deleted.`;
    return { headline, help: html`Check the URL, or go to the ${home}.` };
  }
  if (status === 405) return { help: `This path accepts ${answerHeader(request, 'Allow')}.` };
  if (status === 412) {
    return {
      headline: 'Someone saved a newer version.',
      help: html`<a href="${path}">Open the current version</a>, and make your change there.`,
    };
  }
  if (status === 429) {
    const form =
      endpoint?.csrf && loginUrl !== undefined && html`<a href="${loginUrl}">Back to the form</a>.`;
    return { headline: `Too many requests. Try again in ${later} seconds.`, help: form };
  }
  if (later) return { help: `Try again in ${later} seconds.` };
  if (status >= 500) return { help: html`Quote this request id to support: <code>${id}</code>.` };
  return { help: html`Go back, or go to the ${home}.` };
}

/** `snippet` */
const kindOf = ({ title }: Endpoint) => (title.split(' ')[0] ?? title).toLowerCase();
