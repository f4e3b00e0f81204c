/** Checks where a login or logout leads: only to a path on this host. */

/** An arbitrary origin, to see whether a reference leads to another one. */
const HERE = 'http://here.invalid';

/** @returns the path, or `/` when `next` is anything else: absolute, `//host`, `/\host`, or with control characters */
export function localPath(next: string): string {
  // Browsers drop tabs and newlines and read a backslash as a slash (WHATWG URL, 4.4).
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (!/^\/(?![/\\])[^\u0000-\u0020\u007f\\]*$/u.test(next) || !URL.canParse(next, HERE)) return '/';
  const url = new URL(next, HERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === HERE && !path.startsWith('//') ? path : '/';
}
