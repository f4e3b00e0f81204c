/** The fields of a resource as a list, with the names and links of the contract. */
import { labelOf } from '../../../contract/describe-fields.js';
import type { Schema } from '../../../contract/specification.js';
import { type Content, escapeDirectionControls, type Html, html } from '../html.js';
import type { LinkOf } from './links.js';

/** The most characters of a value, and the most items of a list. The JSON below has the rest. */
const TEXT = 2000;
const ITEMS = 100;

/** @param properties of the representation, flattened */
export function fieldsView(
  body: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, Schema>>,
  linkOf: LinkOf,
): Html {
  const shown = Object.entries(properties).filter(([name]) => body[name] !== undefined);
  return html`<dl class="fields">
${shown.map(
  ([name, schema]) => html`<dt>${labelOf(name, schema)}</dt>
<dd>${valueView(body[name], name, linkOf)}</dd>
`,
)}</dl>`;
}

function valueView(value: unknown, name: string, linkOf: LinkOf): Content {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'None';
    return value.slice(0, ITEMS).map((item, index) => [index > 0 && ', ', valueView(item, name, linkOf)]);
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const text = html`<bdi>${escapeDirectionControls(String(value).slice(0, TEXT))}</bdi>`;
  const link = linkOf(name, value);
  return link === undefined ? text : html`<a href="${link}">${text}</a>`;
}
