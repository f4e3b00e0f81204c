/** An HTML template that escapes every value, except other templates. */

import { escapeHtml } from '../../highlighting/escape.js';

/** Escaped markup. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export type Content = Html | string | number | false | null | undefined | readonly Content[];

/** `html\`<p>${name}</p>\``: escapes texts, joins lists, and leaves out false, null and undefined. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  let markup = strings[0] ?? '';
  for (const [index, content] of contents.entries()) markup += toMarkup(content) + strings[index + 1];
  return new Html(markup);
}

function toMarkup(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'string' || typeof content === 'number') return escapeHtml(String(content));
  return content.map(toMarkup).join('');
}
