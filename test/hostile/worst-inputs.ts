/** The worst inputs of every operation, made from the specification: a new operation is covered without a test. */
import { dereference } from '#src/contract/dereference.js';
import { readSpecification } from '#src/contract/read-specification.js';
import { operationsOf, type Schema } from '#src/contract/specification.js';
import { contentTypeOf, FULL_SIZE, type WorstBody, worstBodies, writeMembers } from './worst-bodies.js';

export interface Input {
  /** Operation, place and text, to find it again. */
  readonly name: string;
  readonly operationId: string;
  readonly method: string;
  /** Made when it is sent: to make all of them takes seconds, and they would not fit into memory. */
  make(): Sent;
}

export interface Sent {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Long runs of one thing make careless code slow. */
const UNITS: Readonly<Record<string, string>> = {
  letters: 'a',
  marks: '\u0315\u0300',
  spaces: ' ',
  newlines: '\n',
  'letters with marks': 'a\u0315\u0300',
  'ligatures that NFKC makes long': '\ufdfa',
  emoji: '\u{1f600}',
  'halves of surrogate pairs': '\ud800',
  'HTML syntax': `&<>"'`,
  'direction controls': '\u202e',
  escapes: '%41',
  backslashes: '\\',
  quotes: '"',
  'quoted commas': '",',
  parameters: ';a="',
  slashes: '/',
  digits: '9',
  'open braces': '{',
  'entity tags': 'W/"',
  words: 'a ',
};
/** An end on which a pattern fails. */
const ENDS = { '': '', ', then NUL': '\0', ', then a line with a letter': '\na' };

export interface WorstText {
  readonly name: string;
  /** @param length in UTF-16 code units */
  make(length: number): string;
}

export const WORST_TEXTS: readonly WorstText[] = [
  ...Object.entries(UNITS).flatMap(([unit, text]) =>
    Object.entries(ENDS).map(([end, tail]) => ({
      name: unit + end,
      make: (length: number) => text.repeat(Math.max(0, (length - tail.length) / text.length)) + tail,
    })),
  ),
  { name: 'different words', make: (length) => numbered(length, (i) => `${i.toString(36)} `) },
  {
    name: 'different letters',
    make: (length) => numbered(length, (i) => `${String.fromCodePoint(0x4e00 + (i % 20_000))} `),
  },
];

function numbered(length: number, make: (index: number) => string): string {
  return Array.from({ length: length / 2 }, (_, index) => make(index))
    .join('')
    .slice(0, length);
}

/** Bytes: all headers together have 16 KB (Node's limit). */
const HEADER_SIZE = 12_000;

/** Headers that some stage reads, whatever the contract declares, each with what its value begins with. */
const HEADERS: readonly (readonly [name: string, beginning?: string])[] = [
  ['Accept', 'text/html;q='],
  ['Accept-Encoding'],
  ['Access-Control-Request-Headers'],
  ['Content-Type', 'multipart/form-data; boundary='],
  ['Cookie', 'a=b; sessionid='],
  ['Host'],
  ['If-Match', '"1",'],
  ['If-None-Match', 'W/"'],
  ['Origin'],
  ['Referer'],
  ['X-CSRFToken'],
  ['X-Forwarded-For'],
  ['X-Forwarded-Host'],
  ['X-Request-Id'],
  ['Authorization', 'Basic '],
  ['Authorization', 'Token '],
  ['Authorization', 'Bearer '],
  ['Authorization', 'OAuth oauth_consumer_key="'],
  ['Authorization', `OAuth ${'a="b",'.repeat(1000)}`],
];

/** @param recordOf the id in an operation's path */
export function* worstInputs(recordOf: (operationId: string) => number): Generator<Input> {
  for (const [template, item] of Object.entries(dereference(readSpecification()).paths)) {
    for (const [method, { operationId, parameters = [], requestBody }] of operationsOf(item)) {
      const input = (what: string, make: () => Sent): Input => {
        return { name: `${operationId}, ${what}`, operationId, method: method.toUpperCase(), make };
      };
      const path = (rest = '') => template.replaceAll(/\{[^{}]+\}/g, String(recordOf(operationId))) + rest;
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const value = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, HEADER_SIZE);
      yield input('a parameter many times', () => ({ path: path(`?${'a&'.repeat(HEADER_SIZE / 2)}`) }));
      yield input('segments below its path', () => ({ path: path('%41/'.repeat(HEADER_SIZE / 4)) }));
      for (const { name: text, make } of WORST_TEXTS) {
        for (const name of [...query, 'a'])
          yield input(`${name}: ${text}`, () => ({
            path: path(`?${name}=${value(make(4000)).replace(/%.?$/, '')}`),
          }));
        for (const name of query)
          yield input(`${name}: short ${text}`, () => ({ path: path(`?${name}=${value(make(200))}`) }));
        for (const [header, beginning = ''] of HEADERS)
          yield input(`${header}: ${text}`, () => ({
            path: path(),
            headers: { [header]: headerText(beginning + make(HEADER_SIZE)) },
          }));
      }
      for (const [mediaType, { schema, example }] of Object.entries(requestBody?.content ?? {}))
        for (const [what, make, contentType = contentTypeOf(mediaType)] of inBody(mediaType, schema, example))
          yield input(`${mediaType}, ${what}`, () => {
            return { path: path(), headers: { 'Content-Type': contentType }, body: Buffer.from(make()) };
          });
    }
  }
}

function* inBody(mediaType: string, { properties = {} }: Schema, example: unknown): Generator<WorstBody> {
  yield* worstBodies(mediaType, Object.keys(properties)[0] ?? 'a');
  for (const [field, { maxLength = 1000 }] of Object.entries(properties)) {
    // Encoded it may be longer than the largest body, which is an input too.
    for (const length of [maxLength, FULL_SIZE / 4])
      for (const { name: text, make } of WORST_TEXTS) {
        const write = () => writeMembers(mediaType, { ...Object(example), [field]: make(length) });
        yield [`${field}: ${length} of ${text}`, write];
      }
  }
}

/** As UTF-8 bytes, without those that no client can send. */
function headerText(text: string): string {
  const bytes = Buffer.from(text).subarray(0, HEADER_SIZE).toString('latin1');
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
