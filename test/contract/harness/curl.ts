/** A request as a line that a POSIX shell takes. */
import type { WireRequest } from './send.js';
import { printBytes, quote, quoteBytes } from './shell-quote.js';

/**
 * @param url scheme, host and port
 * @param secrets header names, in lower case, whose values are not printed: variables stand for them
 */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  secrets: readonly string[],
): string {
  const given = Object.entries(headers).map(([name, value]) => {
    const variable = `$${name.toUpperCase().replaceAll('-', '_')}`;
    const isSecret = secrets.includes(name.toLowerCase());
    return isSecret ? `-H "${name}: ${variable}"` : `-H ${quote(`${name}: ${value}`)}`;
  });
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
    quote(`${url}${target}`),
  ].join(' ');
  return isPiped ? `${printBytes(body)} | ${line}` : line;
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
