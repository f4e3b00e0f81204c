/** An HTML template that escapes every value, except other templates, and texts that read as they are written. */

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

/** Characters that change the direction of the text after them, so that it reads differently (UAX #9, 2). */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function hasDirectionControls(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** Replaces each by its escape, which has no effect: `\u202e`. */
export function escapeDirectionControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
