/** An error on a page: what went wrong, and what to do. */
import type { Endpoint } from '../../contract/contract.js';
import { NotAuthenticated } from '../../errors/index.js';
import type { Answer } from '../../http/answer.js';
import type { Url } from '../../http/urls.js';
import { isRecord } from '../../is-record.js';
import { type Content, type Html, html } from './html.js';
import { headerOf, methodOf, reasonOf, type Shown } from './shown.js';

/** @param isForm the page has a form, which shows the errors of its fields itself */
export function problemView(shown: Shown, url: Url, isForm = false): Html | false {
  const { status, body } = shown.answer;
  if (status < 400) return false;
  const { detail, ...fields } = isRecord(body) ? body : {};
  const isInvalid = status === 400 && Object.keys(fields).length > 0;
  const words = isInvalid ? wordsForFields(fields, isForm, shown) : wordsFor(shown, url);
  const { headline = typeof detail === 'string' ? detail : reasonOf(shown.answer), help } = words;
  // What is missing has no other heading.
  if (status === 404) return html`<div role="alert"><h1>${headline}</h1><p>${help}</p></div>`;
  return html`<div class="problem" role="alert">
<p>${headline}</p>
${help && html`<p>${help}</p>`}
</div>`;
}

interface Words {
  /** In place of the text of the API. */
  readonly headline?: Content;
  readonly help?: Content;
}

function wordsForFields(fields: Readonly<Record<string, unknown>>, isForm: boolean, shown: Shown): Words {
  const [only = '', ...others] = Object.values(fields).flat();
  if (isForm)
    return {
      headline:
        others.length === 0 ? String(only) : `Correct the marked fields: ${Object.keys(fields).join(', ')}.`,
    };
  const all = html`Correct the address, or <a href="${shown.request.path}">show all</a>:`;
  return {
    headline: methodOf(shown.request) === 'GET' ? all : 'Correct the request:',
    help: Object.entries(fields).map(([name, messages]) => [
      name !== 'non_field_errors' && html`<code>${name}</code>: `,
      [messages].flat().map(String).join(' '),
      html`<br>`,
    ]),
  };
}

function wordsFor(shown: Shown, url: Url): Words {
  const { request, endpoint, answer } = shown;
  const later = headerOf(shown, 'Retry-After');
  const home = html`<a href="${url('root')}">list of snippets</a>`;
  switch (answer.status) {
    case 401:
    case 403: {
      const remedy = remedyOf(answer);
      if (remedy !== undefined) return { help: remedy };
      return isLoginNeeded(shown) ? wordsForStranger(shown) : { help: html`Go back, or go to the ${home}.` };
    }
    case 404:
      return {
        headline: endpoint
          ? `This ${kindOf(endpoint)} does not exist. It may have been deleted.`
          : 'This page does not exist.',
        help: html`Check the address, search, or go to the <a href="${url('root')}">newest snippets</a>.`,
      };
    case 405:
      return { help: `This path accepts ${headerOf(shown, 'Allow')}.` };
    case 412:
      return {
        headline: 'Someone saved a newer version.',
        help: html`<a href="${request.path}">Open the current version</a>, and make your change there.`,
      };
    case 429:
      return {
        headline: `Too many requests. Try again in ${later} seconds.`,
        help: endpoint?.csrf && html`<a href="${url(endpoint.name)}">Back to the form</a>`,
      };
    default:
      if (later) return { help: `Try again in ${later} seconds.` };
      if (answer.status < 500) return { help: 'Correct the request, then send it again.' };
      return { help: html`Quote this request id to support: <code>${request.id}</code>.` };
  }
}

/** Nobody is logged in, and it may help: what was sent was not refused for another reason. */
export function isLoginNeeded({ answer: { status, body }, visitor: { user, loginUrl } }: Shown): boolean {
  const isDenied = (status === 401 || status === 403) && !user && loginUrl !== undefined;
  return isDenied && isRecord(body) && body.detail === new NotAuthenticated().detail;
}

function wordsForStranger({ request, visitor: { loginUrl } }: Shown): Words {
  if (methodOf(request) === 'GET') return { help: html`<a href="${loginUrl}">Log in</a>, then try again.` };
  return {
    headline: 'You are logged out.',
    help: html`<a href="${loginUrl}" target="_blank">Log in</a> (opens a new tab), then try again. Nothing is lost.`,
  };
}

/** What helps when a browser is set up wrongly, or the proxy in front of the service. */
const REMEDIES: readonly (readonly [detail: RegExp, help: string])[] = [
  [
    /HTTPS/,
    'Open this page with https://. If you did, the service does not know: its operator sets TRUST_PROXY.',
  ],
  [/^CSRF Failed: Origin/, 'Open the service by its own address. If you did, its operator sets BASE_URL.'],
  [/^CSRF Failed/, 'Allow cookies for this site, open the page again, then try again.'],
];

function remedyOf({ body }: Answer): string | undefined {
  const detail = isRecord(body) ? String(body.detail) : '';
  return REMEDIES.find(([pattern]) => pattern.test(detail))?.[1];
}

/** `snippet` */
const kindOf = ({ title }: Endpoint) => (title.split(' ')[0] ?? title).toLowerCase();
