/** A request as a line that a shell takes. */
import type { WireRequest } from './send.js';

/** @param secrets header names whose values are not printed */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  secrets: readonly string[],
): string {
  const parts = ['curl', '-i', '-X', quote(method)];
  for (const [name, value] of Object.entries(headers)) {
    const shown = secrets.includes(name.toLowerCase())
      ? `$${name.toUpperCase().replaceAll('-', '_')}`
      : value;
    parts.push('-H', shown === value ? quote(`${name}: ${value}`) : `"${name}: ${shown}"`);
  }
  if (body) parts.push('--data-binary', quoteBytes(body));
  return [...parts, quote(`${url}${target}`)].join(' ');
}

const quote = (text: string) => (/^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Bytes that a terminal does not show are written as the shell's `$'...'` takes them. */
function quoteBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text, 'utf8').equals(bytes) && !/[^\P{C}\n\t]/u.test(text)) return quote(text);
  const escaped = Array.from(bytes, (byte) =>
    byte >= 32 && byte < 127 && byte !== 39 && byte !== 92
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
}
