/** The rows of a list of snippets: title, language, owner, age, and the first lines of the code in colours. */
import { escapeDirectionControls } from '../../../highlighting/appearance.js';
import type { Url } from '../../../http/urls.js';
import type { SnippetRecord } from '../../../store/records.js';
import { Html, html } from '../html.js';
import { type Facts, factsView, nameView } from './facts.js';
import { isVisible, linesOf } from './lines.js';

export interface Row extends Facts, Pick<SnippetRecord, 'title' | 'excerpt'> {
  readonly id: number;
}

/** @param sought the words of a search, which are marked @param isOneOwner whose page it is, which rows do not repeat */
export function rowsView(rows: readonly Row[], url: Url, sought: string, isOneOwner: boolean): Html {
  const marker = makeMarker(sought);
  const items = rows.map((row) => {
    const name = new Html(marker.mark(nameView(row).markup));
    const excerpt = excerptView(row.excerpt, marker);
    const isUnseen = sought !== '' && !`${name}${excerpt}`.includes('<mark>');
    return html`<li><h2><a class="name" href="${url('snippets:detail', { id: row.id })}${isUnseen && `#${new URLSearchParams({ q: sought })}`}">${name}</a></h2>
${factsView(isOneOwner ? { ...row, owner: null } : row, url)}
${excerpt}
${isUnseen && html`<p class="hint">Match further down</p>`}</li>
`;
  });
  return html`<ol class="rows">${items}</ol>`;
}

const LINES = 4;
/** Wider than a row. */
const CHARACTERS = 160;

/** The first lines that are not blank. In a search, begins at the first line that has a word of it. */
function excerptView(excerpt: string, { mark, finds }: Marker): Html {
  const lines = linesOf(excerpt, { lines: Infinity, width: CHARACTERS }).filter(isVisible);
  const found = lines.findIndex(finds);
  // A long comment, such as a licence, says nothing about the code.
  const code = lines.findIndex((line) => !line.startsWith('<span class="hljs-comment">'));
  const first = found >= 0 ? found : code < LINES ? 0 : code;
  const shown = lines
    .slice(first, first + LINES)
    .map(mark)
    .join('')
    .trimEnd();
  return html`<pre class="excerpt hljs">${new Html(escapeDirectionControls(shown))}</pre>`;
}

/** Marks the words of a search in markup. */
interface Marker {
  /** @param markup escaped text, with or without tags */
  mark(markup: string): string;
  finds(markup: string): boolean;
}

/** Where a part of an identifier begins or ends: `aB`, `a1`, `1a`, `ABc`. */
const WITHIN = [
  '(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})',
  '(?<=\\p{L})(?=\\p{N})',
  '(?<=\\p{N})(?=\\p{L})',
  '(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})',
].join('|');
const BEGIN = `(?:(?<![\\p{L}\\p{M}\\p{N}])|${WITHIN})`;
const END = `(?:(?![\\p{L}\\p{M}\\p{N}])|${WITHIN})`;

/** The fewest characters of a word whose beginning is found. */
const BEGINNING = 3;

/** A tag, a reference, or plain characters. */
const PARTS = /<[^<>]*>|&[^&;]{1,8};|[^<&]+/g;

/** @param sought the words of a search; the marks cover words and parts of identifiers, or their beginnings */
function makeMarker(sought: string): Marker {
  const words = (sought.match(/[\p{L}\p{M}\p{N}\p{Pc}-]+/gu) ?? []).map(patternOf).filter(Boolean);
  if (words.length === 0) return { mark: (markup) => markup, finds: () => false };
  words.sort((one, other) => other.length - one.length);
  const pattern = new RegExp(`${BEGIN}(?:${words.join('|')})`, 'gu');
  const mark = (markup: string) =>
    markup.replace(PARTS, (part) => (/^[<&]/.test(part) ? part : part.replace(pattern, '<mark>$&</mark>')));
  return { mark, finds: (markup) => mark(markup) !== markup };
}

/** Matches the word in either case, with or without `-` and `_` between its characters; '' for no word. */
function patternOf(word: string): string {
  const characters = [...word].filter((character) => !/[\p{Pc}-]/u.test(character));
  if (characters.length === 0) return '';
  const pattern = characters
    .map((character) => {
      const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
      // `ß` and `SS`: a change of case that changes the number of characters is left out.
      return `[${[...cases].filter((form) => [...form].length === 1).join('')}]`;
    })
    .join('[_-]?');
  return characters.length < BEGINNING ? pattern + END : pattern;
}
