/** The contract as a readable page: what the explorer shows to a browser without script. */

import { flattenProperties, flattenSchema } from '../../../contract/flatten-schema.js';
import { operationsOf } from '../../../contract/operations-of.js';
import { parametersOf } from '../../../contract/parameters-of.js';
import { resolve } from '../../../contract/resolve-references.js';
import type {
  Method,
  OperationObject,
  PathItem,
  Response,
  Schema,
  Specification,
} from '../../../contract/specification.js';
import { type Content, type Html, html } from '../html.js';
import { inlineCode, markdownView } from '../markdown-view.js';
import { isShared, sharedErrors } from './shared-errors.js';

interface Described {
  readonly path: string;
  readonly item: PathItem;
  readonly method: Method;
  readonly operation: OperationObject;
}

/** @param urls of the specification */
export function referenceView(
  specification: Specification,
  urls: { readonly yaml: string; readonly json: string },
): Html {
  const { info, tags = [], components } = specification;
  const operations = describedIn(specification);
  const errors = sharedErrors(specification);
  return html`<div class="reference">
<div class="section-head"><h1>${info.title} API</h1><span class="facts"><span>Version ${info.version}</span> <a href="${urls.yaml}">YAML</a> <a href="${urls.json}">JSON</a></span></div>
<p class="actions scripted"><button type="button" data-try>Try requests</button></p>
<details class="rules"><summary>Rules of all operations</summary>
${markdownView(info.description ?? '')}</details>
${tags.map(({ name, description = '' }) => tagView(name, description, operations, specification))}
<h2>Credentials</h2>
<dl>${Object.entries(components.securitySchemes).map(
    ([name, { description = '' }]) =>
      html`<dt><code>${name}</code></dt><dd>${inlineCode(description)}</dd>\n`,
  )}</dl>
<h2 id="errors">Errors</h2>
<table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${errors.map(
  ({ status, description }) => html`<tr><td>${status}</td><td>${inlineCode(description)}</td></tr>\n`,
)}</tbody></table>
</div>`;
}

function tagView(
  name: string,
  description: string,
  operations: readonly Described[],
  specification: Specification,
): Html {
  return html`<h2>${name}</h2>
<p class="hint">${inlineCode(description)}</p>
${operations
  .filter(({ operation }) => operation.tags?.includes(name))
  .map((described) => operationView(described, name, specification))}`;
}

function describedIn({ paths }: Specification): readonly Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => ({ path, item, method, operation })),
  );
}

function operationView(
  { path, item, method, operation }: Described,
  tag: string,
  specification: Specification,
): Html {
  const parameters = parametersOf(specification, item, operation);
  const body = operation.requestBody && resolve(specification, operation.requestBody).content;
  const types = Object.keys(body ?? {});
  const input = Object.values(body ?? {})[0];
  return html`<details class="operation" id="${operation.operationId}">
<summary><h3><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="what">${operation.summary}</span></h3></summary>
<a class="button scripted" href="#/${tag}/${operation.operationId}">Try it</a>
${markdownView(operation.description ?? '')}
${
  parameters.length > 0 &&
  fieldTable(
    'Parameters',
    parameters.map(({ name, in: place, required, schema, ...parameter }) => ({
      name,
      notes: [place, ...notesOf(flattenSchema(specification, schema), required === true)],
      description: 'description' in parameter ? String(parameter.description) : '',
    })),
  )
}
${input && bodyView(input.schema, types, specification)}
${answersView(operation, specification)}
</details>`;
}

function bodyView(schema: Schema, types: readonly string[], specification: Specification): Content {
  const required = new Set(flattenSchema(specification, schema).required);
  const properties = Object.entries(flattenProperties(specification, schema));
  return fieldTable(
    `Body: ${types.join(', ')}`,
    properties.map(([name, property]) => ({
      name,
      notes: notesOf(property, required.has(name)),
      description: property.description ?? '',
    })),
  );
}

interface Row {
  readonly name: string;
  readonly notes: readonly string[];
  readonly description: string;
}

function fieldTable(caption: string, rows: readonly Row[]): Html {
  return html`<table><caption>${caption}</caption><tbody>
${rows.map(
  ({ name, notes, description }) =>
    html`<tr><th scope="row"><code>${name}</code></th><td>${notes.join(', ')}</td><td>${inlineCode(description.trim())}</td></tr>\n`,
)}</tbody></table>`;
}

function notesOf(schema: Schema, isRequired: boolean): string[] {
  const { type, enum: choices, maxLength, default: initial } = schema;
  return [
    ...(isRequired ? ['required'] : []),
    ...(type ? [type] : []),
    ...(choices ? [`${choices.length} choices`] : []),
    ...(maxLength !== undefined && !choices ? [`at most ${maxLength.toLocaleString('en')} characters`] : []),
    ...(initial !== undefined ? [`default ${JSON.stringify(initial)}`] : []),
  ];
}

/** Every answer of its own, with an example of its JSON; shared errors by their status only. */
function answersView({ responses }: OperationObject, specification: Specification): Html {
  const answers = Object.entries(responses).map(
    ([status, response]) => [status, resolve(specification, response)] as const,
  );
  const shared = answers.filter(([status, response]) => isShared(status, response, specification));
  const own = answers.filter((answer) => !shared.includes(answer));
  return html`<ul>
${own.map(([status, response]) => html`<li><b>${status}</b> ${inlineCode(response.description)}${exampleOf(response)}</li>\n`)}
${
  shared.length > 0 &&
  html`<li>${shared.map(([status]) => status).join(', ')}: see <a href="#errors">Errors</a>.</li>`
}
</ul>`;
}

function exampleOf({ content = {} }: Response): Content {
  const example = content['application/json']?.example;
  return example !== undefined && html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`;
}
