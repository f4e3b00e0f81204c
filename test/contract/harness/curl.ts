/** A request as a line for a POSIX shell. */
import { encodeText } from './case.js';
import type { Secret } from './credentials.js';
import { isRecord } from './document/model.js';
import { readJson } from './document/parse.js';
import { namesIn } from './phases/read-identity.js';
import type { Exchange } from './run.js';
import type { WireRequest } from './send.js';
import { printBytes, quote, quoteBytes, quoteParts, quoteWith, type Substitution } from './shell-quote.js';

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

/** Variables stand for whole segments of the path, and for values of the query. */
function quoteAddress(
  url: string,
  target: string,
  secrets: readonly Secret[],
  names: readonly Substitution[],
): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  const segments = path
    .split('/')
    .slice(1)
    .flatMap((segment) => ['/', names.find(({ value }) => value === segment) ?? segment]);
  const pairs = query?.split('&').flatMap((pair, index) => {
    const between = index === 0 ? '?' : '&';
    const secret = secrets.find(
      ({ in: place, name, value }) =>
        place === 'query' && pair === `${encodeText(name)}=${encodeText(value)}`,
    );
    return secret ? [`${between}${encodeText(secret.name)}=`, secret] : [`${between}${pair}`];
  });
  return quoteParts([url, ...segments, ...(pairs ?? [])]);
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

type Replayed = Pick<Exchange, 'item' | 'request'> & Partial<Exchange>;

/** A command that reads the id from the answer. */
interface Capture extends Substitution {
  /** Put before and behind the line of the request. */
  wrap(line: string): string;
}

export function replayLines(
  url: string,
  exchanges: readonly Replayed[],
  secrets: readonly Secret[],
): string[] {
  const known: Substitution[] = [];
  return exchanges.map((exchange, index) => {
    const line = curlLine(url, exchange.request, secrets, known);
    const captures = exchanges
      .slice(index + 1)
      .flatMap((later) => namedIn(later))
      .filter(({ value }) => known.every((one) => one.value !== encodeText(value)))
      .flatMap(({ name, value }) => capture(exchange, name, value) ?? []);
    const [first] = captures;
    if (!first) return line;
    known.push({ value: encodeText(first.value), variable: first.variable });
    return first.wrap(line);
  });
}

const namedIn = ({ item }: Replayed) =>
  namesIn(item.operation.path).flatMap((name) => {
    const { [name]: value } = item.path;
    return value === undefined ? [] : [{ name, value }];
  });

function capture({ answer }: Replayed, name: string, value: string): Capture | undefined {
  if (!answer || answer.status >= 300) return undefined;
  const variable = variableOf(name);
  const member = memberOf(readJson(answer), value);
  if (member !== undefined && isFirst(answer.bytes.toString(), member, value)) {
    const key = JSON.stringify(member);
    const find = `grep -o ${quote(`${key} *: *"*[^",}]*`)} | head -n 1 | sed ${quote(`s/^${key} *: *"*//`)}`;
    return { value, variable, wrap: (line) => `${variable}=$(${silent(line, '')} | ${find})` };
  }
  const { location } = answer.headers;
  if (location === undefined || last(location) !== encodeText(value)) return undefined;
  const find = String.raw`tr -d '\r' | sed -n 's|^[Ll]ocation: .*/\([^/]*\)/*$|\1|p'`;
  return {
    value,
    variable,
    wrap: (line) => `${variable}=$(${silent(line, ' -D - -o /dev/null')} | ${find})`,
  };
}

/** Without the status and the headers, or with nothing else. */
const silent = (line: string, options: string) => line.replace('curl -i', `curl -sS${options}`);

const last = (location: string) => location.replace(/\/$/, '').split('/').at(-1);

/** The name of the member that has the value, of the body or of an object in it. */
function memberOf(body: unknown, value: string): string | undefined {
  if (Array.isArray(body)) return memberOf(body[0], value);
  if (!isRecord(body)) return undefined;
  const objects = [
    body,
    ...Object.values(body).flatMap((inner) => (Array.isArray(inner) ? inner[0] : inner)),
  ];
  return objects
    .filter(isRecord)
    .flatMap((object) => Object.entries(object))
    .find(
      ([, member]) => ['string', 'number', 'bigint'].includes(typeof member) && String(member) === value,
    )?.[0];
}

/** The command takes the first member of the name, whatever object it stands in. */
function isFirst(text: string, member: string, value: string): boolean {
  const key = JSON.stringify(member).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [, found] = new RegExp(`${key} *: *"*([^",}]*)`).exec(text) ?? [];
  return found === value && /^[\w.~-]+$/.test(value) && /^[\w-]+$/.test(member);
}

/** With a word before it: PATH and UID are the shell's own. */
const variableOf = (name: string) =>
  `NEW_${name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, '_')}`;
