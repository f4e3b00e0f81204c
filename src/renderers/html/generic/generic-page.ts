/** The page of any answer, as Django REST framework has it: the exchange as in HTTP, and forms for what is allowed. */
import type { Endpoint, Operation } from '../../../contract/contract.js';
import type { Method } from '../../../contract/specification.js';
import type { FindTarget } from '../../../http/route.js';
import type { Url } from '../../../http/urls.js';
import { isRecord } from '../../../is-record.js';
import { type Content, type Html, html } from '../html.js';
import { inlineCode } from '../markdown-view.js';
import { problemView } from '../problem.js';
import { csrfField, headerOf, methodOf, type Parts, reasonOf, type Shown, withQuery } from '../shown.js';
import { searchView } from '../snippets/list-page.js';
import { etagAttribute, formView } from './form-view.js';
import { jsonView, linkTo } from './json-view.js';

export interface GenericDeps {
  readonly findTarget: FindTarget;
  readonly url: Url;
}

/** The headers of an answer that tell a developer something, as a program gets them with the JSON. */
const TOLD = [
  'Allow',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'Vary',
  'WWW-Authenticate',
  'X-Request-Id',
];

export function makeGenericPage({ findTarget, url }: GenericDeps) {
  return function genericPage(shown: Shown): Parts {
    const { endpoint, answer } = shown;
    // Visitors of other errors come for what went wrong.
    const isForDevelopers = answer.status < 400 || answer.status === 400 || answer.status === 405;
    const title =
      endpoint && answer.status !== 404 ? titleFor(endpoint, shown.request.path) : reasonOf(answer);
    const forms = endpoint && formsOf([...endpoint.operations.values()], shown);
    return {
      title,
      main: html`${answer.status !== 404 && html`<h1>${title}</h1>`}
${problemView(shown, url, isRefused(shown))}
${answer.status === 404 && searchView({}, '-created', url)}
${endpoint && answer.status < 400 && html`<p class="hint">${inlineCode(endpoint.description)}</p>`}
${endpoint && isForDevelopers && toolbarView(shown)}
${isForDevelopers && exchangeView(shown)}
${forms}`,
      scripts: endpoint ? ['generic.js'] : [],
    };
  };

  function exchangeView(shown: Shown): Html {
    const { request, answer } = shown;
    const { body } = answer;
    const whole = shown.operation?.method === 'get' ? withQuery(shown, { format: 'json' }) : undefined;
    const told = TOLD.map((name) => [name, headerOf(shown, name)] as const).filter(
      ([, value]) => value !== '',
    );
    return html`<pre class="head" tabindex="0" aria-label="Request and response"><b>${methodOf(request)} ${request.path}${request.ctx.search}</b>${whole !== undefined && html`  <a href="${whole}">json</a>`}

<b>HTTP ${answer.status} ${reasonOf(answer)}</b>
Content-Type: application/json
${told.map(
  ([name, value]) => html`${name}: ${linked(value)}
`,
)}</pre>
${body !== undefined && jsonView(asSent(body, shown), request.path, findTarget, whole)}`;
  }

  /** A header whose paths are links: `Location`, and the targets of `Link` (RFC 8288, 3.1). */
  function linked(value: string): Content {
    return value.split(/(?<=<)([^<>]*)(?=>)/).map((part) => {
      const target = linkTo(part, findTarget);
      return target === undefined ? part : html`<a href="${target}">${part}</a>`;
    });
  }

  /** A list as a program gets it: the rows of pages may have further members. */
  function asSent(body: unknown, { operation }: Shown): unknown {
    const declared = Object.keys(operation?.output?.items?.properties ?? {});
    if (!Array.isArray(body) || declared.length === 0) return body;
    return body.map((item) =>
      Object.fromEntries(declared.flatMap((name) => (name in item ? [[name, item[name]]] : []))),
    );
  }

  /** The methods that the visitor may use. Pages of errors that no form can correct have none. */
  function formsOf(operations: readonly Operation[], shown: Shown): Content {
    const { answer, mayUse, request } = shown;
    // Who opens a path without GET comes for what it has.
    const isOpened = answer.status === 405 && request.method === 'GET';
    if (answer.status >= 300 && answer.status !== 400 && !isOpened) return false;
    return operations
      .filter(({ method }) => mayUse(method.toUpperCase()))
      .map((operation) => {
        if (operation.method === 'delete') return deleteView(shown);
        if (operation.method === 'get') return false;
        return formView({ operation, shown, ...stateOf(operation, shown) });
      });
  }
}

/** `Snippets` and `Snippet 61` for people; `Snippet List` and `Snippet Detail` for programs. */
function titleFor({ title }: Endpoint, path: string): string {
  const last = path.split('/').at(-2) ?? '';
  if (title.endsWith(' List')) return last.charAt(0).toUpperCase() + last.slice(1);
  return title.replace(/ Detail$/, ` ${last}`).replace('Api Root', 'API root');
}

/** What the controls of a form show: what was refused, else the stored values. */
function stateOf({ method }: Operation, { request, sent, record, answer }: Shown) {
  const body = isRecord(answer.body) ? answer.body : {};
  if (answer.status === 400 && request.method === method.toUpperCase())
    return { values: isRecord(sent) ? sent : {}, errors: body };
  // After a PUT, the answer is newer than the record that was loaded before it.
  const stored = request.method === 'PUT' && answer.status === 200 ? body : (record ?? {});
  return { values: method === 'put' ? stored : {}, errors: {} };
}

/** A form was sent and has mistakes. */
function isRefused({ request, endpoint, sent, answer }: Shown): boolean {
  const operation = endpoint?.operations.get(request.method.toLowerCase() as Method);
  return answer.status === 400 && operation !== undefined && request.method !== 'GET' && isRecord(sent);
}

/** What a page asks for without a form. */
function toolbarView(shown: Shown): Html {
  const hasGet = shown.endpoint?.operations.has('get') && methodOf(shown.request) !== 'GET';
  return html`<div class="toolbar" role="group" aria-label="Requests">
${hasGet && html`<a class="button" href="${withQuery(shown)}">GET</a>`}
<form class="scripted" data-method="OPTIONS" action="${shown.request.path}?format=api"><button>OPTIONS</button></form>
</div>`;
}

/** A form cannot send DELETE, so the button waits for its script. */
function deleteView(shown: Shown): Html {
  const { request, visitor } = shown;
  return html`<form data-method="DELETE" action="${request.path}?format=api"${etagAttribute(shown)}>
${csrfField(visitor)}
<button class="danger" disabled>Delete</button>
</form>`;
}
