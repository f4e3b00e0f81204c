/** JSON for people: indented, coloured, with links that the contract declares. */
import { escapeDirectionControls } from '../direction-controls.js';
import { type Content, type Html, html } from '../html.js';
import type { LinkOf } from '../records/links.js';

/** The limits of a shown body. */
export interface Excerpt {
  /** The most characters of a text. */
  readonly text: number;
  /** The most items of a list. */
  readonly items: number;
  /** The URL of the whole body. */
  readonly whole: string | undefined;
  /** A script can fetch the rest of a list, which has no URL of its own (`unfold.js`). */
  readonly unfolds: boolean;
}

export function jsonView(body: unknown, linkOf: LinkOf, excerpt: Excerpt): Html {
  return html`<pre class="json" tabindex="0" aria-label="Response body"><code>${view(body, '', '', '')}</code></pre>`;

  /** @param pointer to the value in the body (RFC 6901) */
  function view(value: unknown, member: string, indent: string, pointer: string): Content {
    if (Array.isArray(value))
      return list(value, '[]', indent, pointer, (item, inner, index) =>
        view(item, member, inner, `${pointer}/${index}`),
      );
    if (typeof value !== 'object' || value === null) return scalar(value, member);
    return list(Object.entries(value), '{}', indent, pointer, ([name, item], inner) => [
      html`<span class="key">${quote(name)}</span>: `,
      view(item, name, inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]);
  }

  function list<T>(
    items: readonly T[],
    brackets: '[]' | '{}',
    indent: string,
    pointer: string,
    show: (item: T, indent: string, index: number) => Content,
  ): Content {
    if (items.length === 0) return brackets;
    const inner = `${indent}  `;
    const shown = brackets === '{}' ? items : items.slice(0, excerpt.items);
    const rest = items.length - shown.length;
    return [
      `${brackets.charAt(0)}\n`,
      shown.map((item, index) => [inner, show(item, inner, index), index < items.length - 1 ? ',\n' : '\n']),
      rest > 0 && html`${inner}${cutList(`… ${rest.toLocaleString('en')} more`, pointer, inner)}\n`,
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

  function cutList(what: string, pointer: string, indent: string): Html {
    if (!excerpt.unfolds) return cut(what);
    const rest = html`data-rest="${pointer}" data-shown="${excerpt.items}" data-indent="${indent}"`;
    return html`<button type="button" class="cut" ${rest}>${what}</button>`;
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
