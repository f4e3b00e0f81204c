/** Texts and bytes for a POSIX shell. */

export const quote = (text: string) =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

export interface Substitution {
  /** A regular expression without groups. */
  readonly pattern: string;
  readonly variable: string;
}

/** One word in which variables stand for parts of the text. */
export function quoteWith(text: string, substitutions: readonly Substitution[]): string {
  const pattern = substitutions.map((one) => `(${one.pattern})`).join('|');
  const found = pattern === '' ? [] : [...text.matchAll(new RegExp(pattern, 'g'))];
  if (found.length === 0) return quote(text);
  let end = 0;
  let written = '';
  for (const match of found) {
    const [whole, ...groups] = match;
    const { variable = '' } = substitutions[groups.findIndex((group) => group !== undefined)] ?? {};
    written += `${withinQuotes(text.slice(end, match.index))}`;
    end = match.index + whole.length;
    written += /^\w/.test(text.slice(end)) ? `\${${variable}}` : `$${variable}`;
  }
  return `"${written}${withinQuotes(text.slice(end))}"`;
}

/** What keeps its meaning between double quotes (POSIX, 2.2.3). */
const withinQuotes = (text: string) => text.replace(/[\\"$`]/g, '\\$&');

/** A pattern of nothing but the text. */
export const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isShown = (text: string) => printable(text) === text;

/** A character that comes so often in a row is written once, with its number. */
const RUN = /([^\s-])\1{99,}/gu;

/** @returns undefined when they have what a terminal does not show, or very much of one character */
export function quoteBytes(bytes: Buffer, substitutions: readonly Substitution[] = []): string | undefined {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  return isText && isShown(text) && text.search(RUN) < 0 ? quoteWith(text, substitutions) : undefined;
}

export function printBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return printOctal(bytes);
  const commands: string[] = [];
  let end = 0;
  for (const { 0: run, 1: character = '', index } of text.matchAll(RUN)) {
    const times = run.length / character.length;
    commands.push(printText(text.slice(end, index)));
    commands.push(`yes ${quote(character)} | head -n ${times} | tr -d '\\n'`);
    end = index + run.length;
  }
  const written = [...commands, printText(text.slice(end))].filter((command) => command !== '');
  return written.length === 1 ? written.join('') : `{ ${written.join('; ')}; }`;
}

function printText(text: string): string {
  if (text === '') return '';
  return isShown(text) ? `printf %s ${quote(text)}` : printOctal(Buffer.from(text));
}

/** Bytes outside plain ASCII are written as octal numbers, which every printf takes (POSIX, printf). */
function printOctal(bytes: Buffer): string {
  const escaped = Array.from(bytes, (byte) => {
    if (byte === 37) return '%%';
    const isPlain = byte >= 32 && byte < 127 && byte !== 39 && byte !== 92;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  // Boundaries of forms begin as options do.
  return `printf -- '${escaped.join('')}'`;
}

/**
 * Control characters, those that turn the direction of writing, halves of surrogate pairs, and what has no meaning yet.
 * Joiners and selectors within emoji are escaped, too: a reader sees of what a text consists.
 */
const UNSHOWN = /[\p{C}\u2028\u2029]/gu;

/** @returns the text on one line */
export const printable = (text: string): string =>
  text.replace(UNSHOWN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
