/** The requests of a finding as lines that show it again: what one of them makes, the next ones find under its new id. */
import { encodeText } from './case.js';
import { readJson } from './checks/read-body.js';
import { curlLine } from './curl.js';
import { isRecord } from './document/values.js';
import { namesIn } from './phases/path-names.js';
import type { Exchange } from './run.js';
import type { Secret } from './secrets.js';
import { quote, type Substitution } from './shell-quote.js';

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
