/** A request as a line for a POSIX shell. */
import { encodeText } from './case.js';
import type { Secret } from './secrets.js';
import type { WireRequest } from './send.js';
import { printBytes, quote, quoteBytes, quoteWith, type Substitution } from './shell-quote.js';

/**
 * @param url scheme, host and port
 * @param secrets that are not printed: variables stand for them
 * @param names parts of the path for which variables stand: what an earlier request made
 */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  secrets: readonly Secret[],
  names: readonly Substitution[] = [],
): string {
  const given = Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value, secrets)}`);
  const word = body && quoteBytes(body, secrets.flatMap(inBody));
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
    quoteAddress(url, target, secrets, names),
  ].join(' ');
  return isPiped ? `${printBytes(body)} | ${line}` : line;
}

/** Only the secret itself is hidden: a wrong one, and what stands beside it, is what the line has to show. */
function quoteHeader(name: string, value: string, secrets: readonly Secret[]): string {
  const found = secrets.find(
    (secret) =>
      secret.in === 'header' &&
      secret.name.toLowerCase() === name.toLowerCase() &&
      // Cookies follow it in the same header.
      (secret.value === value || value.startsWith(`${secret.value}; `)),
  );
  if (!found) return quote(value === '' ? `${name};` : `${name}: ${value}`);
  return quoteWith(`${name}: ${value}`, [found]);
}

/** A password as JSON and as forms have it. */
const inBody = ({ in: place, value, variable }: Secret): Substitution[] =>
  place === 'body'
    ? [
        { value: JSON.stringify(value).slice(1, -1), variable },
        { value: new URLSearchParams({ a: value }).toString().slice(2), variable },
      ]
    : [];

function quoteAddress(
  url: string,
  target: string,
  secrets: readonly Secret[],
  names: readonly Substitution[],
): string {
  const [path = '', ...query] = target.split(/(?=\?)/);
  const inPath = names.map(({ value, variable }) => ({ value: `/${value}`, variable: `/${variable}` }));
  // A whole segment: it ends where the next one begins.
  const segments = path.split(/(?=\/)/).map((segment) => {
    const found = inPath.find(({ value }) => value === segment);
    return found ? { value: segment, variable: found.variable.slice(1) } : segment;
  });
  const secret = secrets
    .filter(({ in: place }) => place === 'query')
    .map(({ name, value, variable }) => ({
      pair: `${encodeText(name)}=${encodeText(value)}`,
      value: encodeText(value),
      variable,
    }))
    .find(({ pair }) => `&${query.join('').slice(1)}&`.includes(`&${pair}&`));
  const isPlain = segments.every((segment) => typeof segment === 'string');
  if (isPlain && !secret) return quote(`${url}${target}`);
  const marks: Substitution[] = [];
  const mark = (value: string, variable: string) => {
    const sign = `\u0001${marks.length}\u0001`;
    marks.push({ value: sign, variable });
    return { sign, value };
  };
  const written = segments
    .map((segment) =>
      typeof segment === 'string' ? segment : `/${mark(segment.value, segment.variable).sign}`,
    )
    .join('');
  const asked = `&${query.join('').slice(1)}&`;
  const search = secret
    ? asked
        .replace(
          `&${secret.pair}&`,
          `&${secret.pair.slice(0, -secret.value.length)}${mark(secret.value, secret.variable).sign}&`,
        )
        .slice(1, -1)
    : asked.slice(1, -1);
  return quoteWith(`${url}${written}${query.length > 0 ? `?${search}` : ''}`, marks);
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
