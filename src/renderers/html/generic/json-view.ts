/** JSON for people: indented, coloured, with links to the records and paths that it names. */
import { cut } from '../../../cut.js';
import { escapeDirectionControls } from '../../../highlighting/appearance.js';
import type { FindTarget } from '../../../http/route.js';
import { type Content, type Html, html } from '../html.js';

/** Limits of what is shown, which keep a page small: a slice of a list, and a list in it. */
const ITEMS = 50;
const MEMBERS = 20;
/** An object of so few members, such as a choice in a list of them, has one line. */
const PAIR = 2;
const TEXT = 500;

/**
 * @param path of the request: in its list, the `id` of an item leads to the item
 * @param whole the URL of all of it; undefined: only this answer has it
 */
export function jsonView(body: unknown, path: string, findTarget: FindTarget, whole?: string): Html {
  return html`<pre class="json" tabindex="0" aria-label="Response body"><code>${view(body, '', '')}</code></pre>`;

  function view(value: unknown, member: string, indent: string): Content {
    if (typeof value !== 'object' || value === null) return scalar(value, member);
    const isList = Array.isArray(value);
    const [open, close] = isList ? '[]' : '{}';
    const entries = Object.entries(value);
    if (entries.length === 0) return `${open}${close}`;
    const shown = entries.slice(0, indent === '' ? ITEMS : MEMBERS);
    const isShort = isList || (indent !== '' && entries.length <= PAIR);
    const isFlat = isShort && entries.every(([, item]) => typeof item !== 'object');
    const inner = isFlat ? indent : `${indent}  `;
    const [first, next, last] = isFlat ? ['', ', ', ''] : [`\n${inner}`, `,\n${inner}`, `\n${indent}`];
    const parts = shown.map(([name, item]) => [
      !isList && html`<span class="key">${quote(name)}</span>: `,
      view(item, isList ? member : name, inner),
    ]);
    if (shown.length < entries.length) parts.push([restView(entries.length - shown.length)]);
    return [open, parts.map((part, index) => [index > 0 ? next : first, part]), last, close];
  }

  function scalar(value: unknown, member: string): Content {
    const kind = value === null ? 'null' : typeof value;
    const text = typeof value === 'string' ? textOf(value) : JSON.stringify(value);
    const shown = html`<span class="${kind}">${text}</span>`;
    const link = linkOf(member, value);
    return link === undefined ? shown : html`<a href="${link}">${shown}</a>`;
  }

  function textOf(value: string): Content {
    if (value.length <= TEXT) return quote(value);
    return [quote(cut(value, TEXT)), ' ', restView(value.length - TEXT)];
  }

  function restView(count: number): Html {
    const text = `… ${count.toLocaleString('en')} more`;
    return whole === undefined ? html`<i>${text}</i>` : html`<a href="${whole}">${text}</a>`;
  }

  /** Paths lead to themselves; an `id` to the item of this list; numbers to the records of the list that they are named after. */
  function linkOf(member: string, value: unknown): string | undefined {
    if (typeof value === 'string') return linkTo(value, findTarget);
    if (typeof value !== 'number') return undefined;
    const target = member === 'id' ? `${path}${value}/` : `/${member}/${value}/`;
    return linkTo(target, findTarget);
  }
}

/** @returns where a path in an answer leads: from a page of the API to one of the API. undefined: it cannot be read */
export function linkTo(target: string, findTarget: FindTarget): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const [path = '', query] = target.split('?');
  const endpoint = findTarget(path)?.route.endpoint;
  if (!endpoint?.operations.has('get')) return undefined;
  if (!endpoint.browsable || new URLSearchParams(query).has('format')) return target;
  return `${target}${query === undefined ? '?' : '&'}format=api`;
}

const quote = (text: string) => escapeDirectionControls(JSON.stringify(text));
