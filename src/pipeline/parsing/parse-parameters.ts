/** Parses the parameters behind a header's value: `form-data; name="code"` (RFC 9110, 5.6.6). */

/** One parameter after another, so that a quoted `; name=` never counts as a parameter of its own. */
const PARAMETER = /;[ \t]*([^=;\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*|([^;"\s]+)[ \t]*)?/gy;

/** @returns values by name, names in lower case; nothing behind the first thing that is no parameter */
export function parseParameters(header: string): Readonly<Record<string, string | undefined>> {
  const start = header.indexOf(';');
  const found = start < 0 ? [] : [...header.slice(start).matchAll(PARAMETER)];
  return Object.fromEntries(
    found.map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'),
    ]),
  );
}
