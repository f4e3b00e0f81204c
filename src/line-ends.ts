/**
 * Line ends in forms of our own pages. Browsers send every line end of a form as CRLF (HTML, 4.10.22.7). A hidden field
 * names those that the texts had, and the parser puts them back.
 */

/** In a form, it names the line ends of its texts. A body without it is stored as it was sent. */
export const LINE_ENDS = 'line-ends';

const ENDS: ReadonlyMap<string, string> = new Map([
  ['lf', '\n'],
  ['crlf', '\r\n'],
  ['cr', '\r'],
]);

/** @returns `crlf` or `cr` for a text that has no other line ends, else `lf` */
export function lineEndsOf(text: string): string {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  return [...ENDS].find(([, end]) => ends.size === 1 && ends.has(end))?.[0] ?? 'lf';
}

/** @returns the fields of a form as they were before a browser sent it, without the hidden field */
export function restoreLineEnds<V>(
  fields: readonly (readonly [string, V])[],
): readonly (readonly [string, V | string])[] {
  const named = fields.findLast(([name]) => name === LINE_ENDS)?.[1];
  const end = typeof named === 'string' ? ENDS.get(named) : undefined;
  if (end === undefined) return fields;
  return fields
    .filter(([name]) => name !== LINE_ENDS)
    .map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\r\n', end) : value]);
}
