/** A request as a line that a POSIX shell takes. */
import { encodeText } from './case.js';
import type { Secret } from './secrets.js';
import type { WireRequest } from './send.js';
import { printBytes, quote, quoteAround, quoteBytes } from './shell-quote.js';

/**
 * @param url scheme, host and port
 * @param secrets that are not printed: variables stand for them
 */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  secrets: readonly Secret[],
): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value, secrets)}`);
  const word = body && quoteBytes(body);
  const isPiped = body !== undefined && word === undefined;
  const line = [
    'curl -i',
    // Of an answer to HEAD nothing but its headers comes.
    method === 'HEAD' ? '--head' : `-X ${quote(method)}`,
    ...plainly(`${url}${target}`),
    ...given,
    // curl sends a body as a form unless it is told otherwise.
    ...(body && !hasType(headers) ? [`-H 'Content-Type:'`] : []),
    ...(word === undefined ? [] : [`--data-raw ${word}`]),
    ...(isPiped ? ['--data-binary @-'] : []),
    quoteAddress(`${url}${target}`, secrets),
  ].join(' ');
  return isPiped ? `${printBytes(body)} | ${line}` : line;
}

/** Only the very secret is hidden: what was spoiled, and what stands beside it, is what the line is to show. */
function quoteHeader(name: string, value: string, secrets: readonly Secret[]): string {
  const found = secrets.find(
    (secret) =>
      secret.in === 'header' &&
      secret.name.toLowerCase() === name.toLowerCase() &&
      // Cookies follow it in the same header.
      (secret.value === value || value.startsWith(`${secret.value}; `)),
  );
  if (!found) return quote(value === '' ? `${name};` : `${name}: ${value}`);
  return quoteAround(`${name}: `, found.variable, value.slice(found.value.length));
}

function quoteAddress(address: string, secrets: readonly Secret[]): string {
  for (const { in: place, name, value, variable } of secrets) {
    const pair = `${encodeText(name)}=${encodeText(value)}`;
    const start = place === 'query' ? address.indexOf('?') : -1;
    // Behind the first mark, each pair begins with one and ends before another.
    const found = start < 0 ? -1 : `${address.slice(start).replace('?', '&')}&`.indexOf(`&${pair}&`);
    if (found < 0) continue;
    const end = start + found + 1 + pair.length;
    return quoteAround(address.slice(0, end - encodeText(value).length), variable, address.slice(end));
  }
  return quote(address);
}

const hasType = (headers: Readonly<Record<string, string>>) =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');

/** Marks that curl would read itself. */
function plainly(address: string): string[] {
  return [
    ...(/[[\]{}]/.test(address) ? ['-g'] : []),
    ...(/\/(\.|%2e)/i.test(address) ? ['--path-as-is'] : []),
  ];
}
