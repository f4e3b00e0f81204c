/** Texts and bytes for a POSIX shell. */

/** One word. */
export const quote = (text: string) =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A part of a text for which a variable stands. */
export interface Substitution {
  /** As the text has it. */
  readonly value: string;
  readonly variable: string;
}

/** One word in which variables stand for parts of the text. */
export const quoteWith = (text: string, substitutions: readonly Substitution[]) =>
  quoteParts(split([text], substitutions));

type Part = string | Substitution;

export function quoteParts(parts: readonly Part[]): string {
  if (parts.every((part) => typeof part === 'string')) return quote(parts.join(''));
  const written = parts.map((part, index) => {
    if (typeof part === 'string') return withinQuotes(part);
    const next = parts[index + 1];
    return typeof next === 'string' && /^\w/.test(next) ? `\${${part.variable}}` : `$${part.variable}`;
  });
  return `"${written.join('')}"`;
}

function split(parts: readonly Part[], [first, ...rest]: readonly Substitution[]): Part[] {
  if (!first) return [...parts];
  const made = parts.flatMap((part) => {
    if (typeof part !== 'string' || first.value === '') return [part];
    return part.split(first.value).flatMap((text, index) => (index === 0 ? [text] : [first, text]));
  });
  return split(made, rest);
}

/** What keeps its meaning between double quotes (POSIX, 2.2.3). */
const withinQuotes = (text: string) => text.replace(/[\\"$`]/g, '\\$&');

/** Characters that a terminal shows on one line. */
const isShown = (text: string) => printable(text) === text;

/** A character that comes so often in a row is written once, with its number. */
const RUN = /([^\s-])\1{99,}/gu;

/**
 * @returns the bytes as one word; undefined when they have what a terminal does not show, or very much of one character
 */
export function quoteBytes(bytes: Buffer, substitutions: readonly Substitution[] = []): string | undefined {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text, 'utf8').equals(bytes);
  return isText && isShown(text) && text.search(RUN) < 0 ? quoteWith(text, substitutions) : undefined;
}

/** @returns a command that prints the bytes */
export function printBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return printOctal(bytes);
  const commands: string[] = [];
  let end = 0;
  for (const run of text.matchAll(RUN)) {
    commands.push(...printText(text.slice(end, run.index)), printRun(run[0], run[1] ?? ''));
    end = run.index + run[0].length;
  }
  commands.push(...printText(text.slice(end)));
  return commands.length === 1 ? commands.join('') : `{ ${commands.join('; ')}; }`;
}

function printText(text: string): string[] {
  if (text === '') return [];
  return [isShown(text) ? `printf %s ${quote(text)}` : printOctal(Buffer.from(text))];
}

const printRun = (run: string, character: string) =>
  `yes ${quote(character)} | head -n ${run.length / character.length} | tr -d '\\n'`;

/** Bytes outside plain ASCII are written as octal numbers, which every printf takes (POSIX, printf). */
function printOctal(bytes: Buffer): string {
  const escaped = Array.from(bytes, (byte) => {
    if (byte === 37) return '%%';
    const isPlain = byte >= 32 && byte < 127 && byte !== 39 && byte !== 92;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `printf '${escaped.join('')}'`;
}

/**
 * Control characters, those that turn the direction of writing, halves of surrogate pairs, and what has no meaning yet.
 * Joiners and selectors within emoji are escaped, too: a reader sees of what a text consists.
 */
const UNSHOWN = /[\p{C}\u2028\u2029]/gu;

/** @returns the text on one line */
export const printable = (text: string): string => text.replace(UNSHOWN, escaped);

/** @returns the text, whose lines stay; a JSON text stays one with the same meaning */
const _printableLines = (text: string): string =>
  text.replace(UNSHOWN, (found) => (found === '\n' ? found : escaped(found)));

const escaped = (character: string) =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
