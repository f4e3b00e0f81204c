/** Parses the parameters after a header's value: `form-data; name="code"` (RFC 9110, 5.6.6). */

/** Reads one parameter at a time, so that a quoted `; name=` does not count as a parameter. */
const PARAMETER = /;[ \t]*([^=;\s]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"[ \t]*|([^;"\s]+)[ \t]*)?/gy;

/** @returns values by lower-case name. Stops at the first text that is not a parameter */
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
