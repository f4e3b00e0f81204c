/** A template of HTML that escapes whatever is put into it; only other templates go in as they are. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // Shorter than by name: a list of titles may hold thousands.
  '"': '&#34;',
  "'": '&#39;',
};

/** Markup that needs no escaping any more. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

export type Content = Html | string | number | false | null | undefined | readonly Content[];

/** `html\`<p>${name}</p>\``: texts are escaped, lists joined, false and nothing left out. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: strings }, ...contents.map(toMarkup)));
}

function toMarkup(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'string' || typeof content === 'number') return escapeText(String(content));
  return content.map(toMarkup).join('');
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
