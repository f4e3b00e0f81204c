/** The contract as a page to read: base address, credentials, and each operation with an example request. */
import {
  type Dereferenced,
  type DereferencedOperation,
  operationsOf,
  type Schema,
} from '../../../contract/specification.js';
import type { Url } from '../../../http/urls.js';
import { type Content, type Html, html } from '../html.js';
import { inlineCode, markdownView } from '../markdown-view.js';
import { page } from '../page.js';
import type { Visitor } from '../shown.js';
import { credentialsFor, curlOf, type Described, exampleOf } from './curl.js';

interface ReferencePage {
  readonly specification: Dereferenced;
  /** Of the request: the base address of a deployment without BASE_URL. */
  readonly origin: string;
  readonly visitor: Visitor;
  readonly url: Url;
}

export function referencePage({ specification, origin, visitor, url }: ReferencePage): string {
  const { info, tags = [], components, servers } = specification;
  const base = servers[0]?.url.replace(/\/$/, '') || origin;
  const [first = '', ...rules] = (info.description ?? '').split(/\n\s*\n/);
  // Who reads this writes a program, which does not begin with the session of a browser.
  const isSession = (name: string) => Number(name === 'session');
  const schemes = Object.entries(components.securitySchemes);
  schemes.sort(([one], [other]) => isSession(one) - isSession(other));
  const main = html`<div class="reference">
<h1>${info.title} API</h1>
<p class="facts"><span>API version ${info.version}</span> <a href="${url('openapi:yaml')}">YAML</a> <a href="${url('openapi:json')}">JSON</a> <a href="${url('assets:arazzo.yaml')}">Workflows</a> <a href="${url('docs:try')}">Try requests</a></p>
${markdownView(first)}
<h2>Base address</h2>
<pre tabindex="0">${base}</pre>
<h2>Credentials</h2>
<dl>${schemes.map(
    ([name, { description = '' }]) => html`<dt><code>${name}</code></dt>
<dd>${inlineCode(description)}<pre tabindex="0">curl ${credentialsFor(name)}</pre></dd>
`,
  )}</dl>
${tags.map(({ name, description = '' }) => tagView(name, description, { specification, base, url }))}
<h2>Rules for all operations</h2>
${markdownView(rules.join('\n\n'))}
<h2 id="errors">Errors</h2>
<table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${errorsOf(specification).map(
  ([status, meanings]) => html`<tr><td>${status}</td><td>${inlineCode(meanings)}</td></tr>
`,
)}</tbody></table>
</div>`;
  return page({ title: 'API', current: 'docs', main }, visitor, url);
}

interface Shown {
  readonly specification: Dereferenced;
  /** The address that the paths follow. */
  readonly base: string;
  readonly url: Url;
}

/** The meanings of each error status, each once. */
function errorsOf(specification: Dereferenced): readonly (readonly [status: string, meanings: string])[] {
  const meanings = new Map<string, Set<string>>();
  for (const { operation } of describedIn(specification))
    for (const [status, response] of Object.entries(operation.responses).filter(isError)) {
      const known = meanings.get(status) ?? new Set();
      meanings.set(status, known.add(response.description.trim()));
    }
  return [...meanings].sort().map(([status, texts]) => [status, [...texts].join(' ')]);
}

const isError = ([status]: readonly [status: string, response: unknown]) => status >= '400';

function describedIn(specification: Dereferenced): readonly Described[] {
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => ({ path, item, method, operation })),
  );
}

function tagView(tag: string, description: string, shown: Shown): Html {
  const own = describedIn(shown.specification).filter(({ operation }) => operation.tags?.includes(tag));
  return html`<h2>${tag.charAt(0).toUpperCase() + tag.slice(1)}</h2>
<p class="hint">${inlineCode(description)}</p>
${own.map((described) => operationView(described, tag, shown))}`;
}

function operationView(described: Described, tag: string, { base, url }: Shown): Html {
  const { path, item, method, operation } = described;
  const { operationId: id, summary, description = '', parameters = [], requestBody, responses } = operation;
  const content = requestBody?.content ?? {};
  const [body] = Object.values(content);
  const isPage = method === 'get' && item['x-browsable'] && !path.includes('{');
  const curl = curlOf(described, base);
  return html`<details class="operation">
<summary><h3><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="what">${summary}</span></h3></summary>
<div id="${id}">
${markdownView(description)}
<p class="toolbar"><a href="${url('docs:try')}#/${tag}/${id}">Try it</a>${isPage && html` <a href="${path}">Open</a>`}</p>
${
  curl !== undefined &&
  html`<pre tabindex="0" id="curl-${id}" aria-label="Example request">${curl}</pre>
<button type="button" class="scripted" data-copy-from="curl-${id}">Copy</button>`
}
${
  parameters.length > 0 &&
  fieldTable(
    'Parameters',
    parameters.map(({ in: place, required = false, ...rest }) => ({ ...rest, place, required })),
  )
}
${body && bodyView(body.schema, Object.keys(content))}
${answersView(responses)}
</div></details>
`;
}

function bodyView({ required = [], properties = {} }: Schema, types: readonly string[]): Html {
  const fields = Object.entries(properties).map(([name, schema]) => {
    return { name, required: required.includes(name), description: schema.description, schema };
  });
  return fieldTable(`Body: ${types.join(', ')}`, fields);
}

interface Field {
  readonly name: string;
  /** Where a parameter stands. */
  readonly place?: string;
  readonly required: boolean;
  readonly description?: string | undefined;
  /** Flattened. */
  readonly schema: Schema;
}

function fieldTable(caption: string, fields: readonly Field[]): Html {
  return html`<table><caption>${caption}</caption><tbody>
${fields.map(
  (
    field,
  ) => html`<tr><th scope="row"><code>${field.name}</code></th><td>${notesOf(field)}</td><td>${inlineCode(field.description?.trim() ?? '')}</td></tr>
`,
)}</tbody></table>`;
}

/** More choices are shown on demand. */
const FEW = 5;

function notesOf({ place, required, schema }: Field): Content {
  const { type, enum: choices, maxLength, default: initial } = schema;
  const notes = [
    place,
    required && 'required',
    type,
    maxLength !== undefined && !choices && `at most ${maxLength.toLocaleString('en')} characters`,
    initial !== undefined && `default ${JSON.stringify(initial)}`,
  ];
  const long = choices && choices.length > FEW;
  const words = [...notes, choices && !long && `one of ${choices.join(', ')}`].filter(Boolean).join(', ');
  return [
    words,
    long && html`<details><summary>${choices.length} choices</summary>${choices.join(', ')}</details>`,
  ];
}

/** Successes with an example of their JSON; errors by their status, because they mean the same everywhere. */
function answersView(responses: DereferencedOperation['responses']): Html {
  const answers = Object.entries(responses);
  const errors = answers.filter(isError).map(([status]) => status);
  return html`<ul>
${answers
  .filter((answer) => !isError(answer))
  .map(([status, response]) => {
    const { description, content = {} } = response;
    const [{ schema = {}, example = exampleOf(schema) } = {}] = Object.values(content);
    return html`<li><b>${status}</b> ${inlineCode(description)}${
      example !== undefined &&
      html`<pre tabindex="0"><code>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</code></pre>`
    }</li>
`;
  })}${errors.length > 0 && html`<li>${errors.join(', ')}: see <a href="#errors">Errors</a>.</li>`}
</ul>`;
}
