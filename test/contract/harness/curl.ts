/** A request as a line for a POSIX shell. */
import { encodeText } from './case.js';
import type { Secret } from './credentials.js';
import { namesIn } from './phases/resources.js';
import type { Exchange } from './run.js';
import type { WireRequest } from './send.js';
import { literal, printBytes, quote, quoteBytes, quoteWith, type Substitution } from './shell-quote.js';

/** @param names of what an earlier request made: variables stand for them, as for secrets */
export function curlLine(
  url: string,
  { method, target, headers, body }: WireRequest,
  secrets: readonly Secret[],
  names: readonly Substitution[] = [],
): string {
  const within = (place: Secret['in'], write: (secret: Secret) => string[]): Substitution[] =>
    secrets
      .filter((secret) => secret.in === place && secret.value !== '')
      .flatMap((secret) => write(secret).map((pattern) => ({ pattern, variable: secret.variable })));
  // Only the secret itself is hidden: a wrong one, and what stands beside it, is what the line has to show.
  const inHeaders = within('header', ({ name, value }) => [
    `(?<=^${literal(name)}: )${literal(value)}(?=$|; )`,
  ]);
  const inQuery = within('query', ({ name, value }) => [
    `(?<=[?&]${literal(encodeText(name))}=)${literal(encodeText(value))}(?=&|$)`,
  ]);
  // A password as JSON and as forms have it.
  const inBody = within('body', ({ value }) => [
    literal(JSON.stringify(value).slice(1, -1)),
    literal(new URLSearchParams({ a: value }).toString().slice(2)),
  ]);
  const address = `${url}${target}`;
  const word = body && quoteBytes(body, inBody);
  const isPiped = body !== undefined && word === undefined;
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const line = [
    'curl -i',
    // Of an answer to HEAD nothing but its headers comes.
    method === 'HEAD' ? '--head' : `-X ${quote(method)}`,
    // Marks that curl would read itself.
    ...(/[[\]{}]/.test(address) ? ['-g'] : []),
    ...(/\/(\.|%2e)/i.test(address) ? ['--path-as-is'] : []),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${value === '' ? quote(`${name};`) : quoteWith(`${name}: ${value}`, inHeaders)}`,
    ),
    // curl sends a body as a form unless it is told otherwise.
    ...(body && !hasType ? [`-H 'Content-Type:'`] : []),
    ...(word === undefined ? [] : [`--data-raw ${word}`]),
    ...(isPiped ? ['--data-binary @-'] : []),
    quoteWith(address, [...inQuery, ...names]),
  ].join(' ');
  return isPiped ? `${printBytes(body)} | ${line}` : line;
}

type Replayed = Pick<Exchange, 'item' | 'request'> & Partial<Exchange>;

/** What a line creates, the next lines find under its new name. */
export function replayLines(url: string, exchanges: readonly Replayed[], secrets: readonly Secret[]) {
  const known = new Map<string, Substitution>();
  return exchanges.map((exchange, index) => {
    const line = curlLine(url, exchange.request, secrets, [...known.values()]);
    for (const { item } of exchanges.slice(index + 1))
      for (const name of namesIn(item.operation.path)) {
        const { [name]: value = '' } = item.path;
        const find = known.has(value) ? undefined : findIn(exchange, value);
        if (find === undefined) continue;
        const variable = variableOf(name);
        known.set(value, { variable, pattern: `(?<=/)${literal(encodeText(value))}(?=[/?]|$)` });
        return `${variable}=$(${line.replace('curl -i', `curl -sS${find.options}`)} | ${find.command})`;
      }
    return line;
  });
}

/** @returns a command that finds the name of what was created, and what curl has to print for it */
function findIn({ answer }: Replayed, value: string) {
  if (!answer || answer.status >= 300 || !/^[\w.~-]+$/.test(value)) return undefined;
  const text = answer.bytes.toString();
  const [, member] = new RegExp(`"([\\w-]+)" *: *"?${literal(value)}(?=[",}\\s])`).exec(text) ?? [];
  // The command takes the first member of the name, whatever object it stands in.
  const [, first] = new RegExp(`"${member}" *: *"*([^",}]*)`).exec(text) ?? [];
  if (member !== undefined && first === value) {
    const grep = `grep -o ${quote(`"${member}" *: *"*[^",}]*`)} | head -n 1`;
    return { options: '', command: `${grep} | sed ${quote(`s/^"${member}" *: *"*//`)}` };
  }
  if (answer.headers.location?.replace(/\/$/, '').split('/').at(-1) !== value) return undefined;
  const command = String.raw`tr -d '\r' | sed -n 's|^[Ll]ocation: .*/\([^/]*\)/*$|\1|p'`;
  return { options: ' -D - -o /dev/null', command };
}

/** With a word before it: PATH and UID are the shell's own. */
const variableOf = (name: string) =>
  `NEW_${name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9_]/g, '_')}`;
