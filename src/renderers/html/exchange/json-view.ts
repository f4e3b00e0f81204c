/** JSON for people: indented, coloured, with links that the contract declares. */
import { type Content, escapeDirectionControls, type Html, html } from '../html.js';
import type { LinkOf } from '../records/links.js';

/** The limits of a shown body. */
export interface Excerpt {
  /** The most characters of a text. */
  readonly text: number;
  /** The most items of a list. */
  readonly items: number;
  /** The URL of the whole body. */
  readonly whole: string | undefined;
}

export function jsonView(body: unknown, linkOf: LinkOf, excerpt: Excerpt): Html {
  return html`<pre class="json" tabindex="0" aria-label="Response body"><code>${view(body, '', '')}</code></pre>`;

  function view(value: unknown, member: string, indent: string): Content {
    if (Array.isArray(value)) return list(value, '[]', indent, (item, inner) => view(item, member, inner));
    if (typeof value !== 'object' || value === null) return scalar(value, member);
    return list(Object.entries(value), '{}', indent, ([name, item], inner) => [
      html`<span class="key">${quote(name)}</span>: `,
      view(item, name, inner),
    ]);
  }

  function list<T>(
    items: readonly T[],
    brackets: '[]' | '{}',
    indent: string,
    show: (item: T, indent: string) => Content,
  ): Content {
    if (items.length === 0) return brackets;
    const inner = `${indent}  `;
    const shown = brackets === '{}' ? items : items.slice(0, excerpt.items);
    const rest = items.length - shown.length;
    return [
      `${brackets.charAt(0)}\n`,
      shown.map((item, index) => [inner, show(item, inner), index < items.length - 1 ? ',\n' : '\n']),
      rest > 0 && html`${inner}${cut(`… ${rest.toLocaleString('en')} more`)}\n`,
      indent + brackets.charAt(1),
    ];
  }

  function scalar(value: unknown, member: string): Content {
    const kind = value === null ? 'null' : typeof value;
    const shown = html`<span class="${kind}">${typeof value === 'string' ? text(value) : JSON.stringify(value)}</span>`;
    const link = typeof value === 'string' || typeof value === 'number' ? linkOf(member, value) : undefined;
    return link === undefined ? shown : html`<a href="${link}">${shown}</a>`;
  }

  function text(value: string): Content {
    if (value.length <= excerpt.text) return quote(value);
    const characters = [...value];
    const rest = characters.length - excerpt.text;
    if (rest <= 0) return quote(value);
    const start = characters.slice(0, excerpt.text).join('');
    return [quote(start), ' ', cut(`… ${rest.toLocaleString('en')} more characters`)];
  }

  function cut(what: string): Html {
    return excerpt.whole === undefined
      ? html`<span class="cut">${what}</span>`
      : html`<a class="cut" href="${excerpt.whole}">${what}</a>`;
  }
}

function quote(text: string): string {
  return escapeDirectionControls(JSON.stringify(text));
}
