/** Reads JSON, YAML and bodies by their media types. Integers that no double holds are BigInts, which JavaScript compares exactly. */
import { randomUUID } from 'node:crypto';
import { FAILSAFE_SCHEMA, load, Type, types } from 'js-yaml';
import type { Answer } from '../case.js';
import { type Body, mapValues, type Schema } from './model.js';

export type Numeric = number | bigint;

/** Nothing else begins with it. */
const MARK = `integer ${randomUUID()} `;
/** Texts are matched, so that digits in them are left alone. */
const LONG_INTEGERS = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/gs;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** @returns a number where it holds the integer, else a BigInt */
export function exact(integer: bigint): Numeric {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

/** @throws SyntaxError when the text is no JSON */
export function parseJson(text: string): unknown {
  if (!/(?:^|[[:,\s])-?\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(LONG_INTEGERS, (found) =>
    found.startsWith('"') ? found : `"${MARK}${found}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? exact(BigInt(value.slice(MARK.length))) : value,
  );
}

/** As JSON.stringify, with BigInts as the integers that they are. */
export function writeJson(value: unknown): string {
  let hasMarks = false;
  const text: string | undefined = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'bigint') return member;
    hasMarks = true;
    return `${MARK}${member}`;
  });
  if (text === undefined) return 'undefined';
  return hasMarks ? text.replace(MARKED, '$1') : text;
}

export const isInteger = (value: unknown): value is Numeric =>
  typeof value === 'bigint' || Number.isInteger(value);

/** Doubles far from every number in use, one for each BigInt: to ajv they are integers, equal when the BigInts are. */
const standIns = new Map<bigint, number>();
const originals = new Map<number, bigint>();

/** @returns for ajv, a copy without BigInts; the value itself where there are none */
export const withStandIns = (value: unknown): unknown =>
  hasBigInt(value) ? mapValues(value, (leaf) => (typeof leaf === 'bigint' ? standInFor(leaf) : leaf)) : value;

const hasBigInt = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasBigInt)
    : typeof value === 'bigint';

function standInFor(integer: bigint): number {
  const known = standIns.get(integer);
  if (known !== undefined) return known;
  const standIn = 2 ** 1000 + standIns.size * 2 ** 950;
  standIns.set(integer, standIn);
  originals.set(standIn, integer);
  return standIn;
}

/** @returns what a number that ajv was given stands for */
export const originalOf = (value: number): Numeric => originals.get(value) ?? value;

/** The keywords of JSON Schema that compare numbers (Validation, 6.2). */
export const NUMERIC_KEYWORDS: Readonly<Record<string, (value: Numeric, limit: Numeric) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  multipleOf: isMultiple,
};

const MESSAGES: Readonly<Record<string, string>> = {
  minimum: 'must be >= ',
  maximum: 'must be <= ',
  exclusiveMinimum: 'must be > ',
  exclusiveMaximum: 'must be < ',
  multipleOf: 'must be multiple of ',
};

export const messageOf = (keyword: string, limit: Numeric) => `${MESSAGES[keyword]}${limit}`;

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (isInteger(value) && isInteger(step)) return BigInt(value) % BigInt(step) === 0n;
  const times = Number(value) / Number(step);
  // 0.3 is three times 0.1, but for noise behind the ninth digit.
  return Math.abs(times - Math.round(times)) < 1e-9;
}

interface Range {
  readonly least: Numeric;
  readonly most: Numeric;
}

export const INTEGER_FORMATS: Readonly<Record<string, Range>> = {
  int32: { least: -(2 ** 31), most: 2 ** 31 - 1 },
  int64: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
};

export const isWithinRange = ({ least, most }: Range, value: Numeric) =>
  isInteger(value) && value >= least && value <= most;

/** js-yaml's own numbers are wider: it also reads `1_000` and `0b11`, which are texts in YAML 1.2. */
const plain = (tag: string, pattern: RegExp, read: (text: string) => unknown) =>
  new Type(`tag:yaml.org,2002:${tag}`, {
    kind: 'scalar',
    resolve: (text) => pattern.test(text ?? ''),
    construct: (text) => read(text ?? ''),
  });

const FLOAT =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const schema = FAILSAFE_SCHEMA.extend({
  implicit: [
    plain('null', /^(?:null|Null|NULL|~|)$/, () => null),
    plain('bool', /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => /^t/i.test(text)),
    plain('int', /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/, readInteger),
    plain('float', FLOAT, readFloat),
    types.merge,
  ],
});

/** `-0` is a number of its own. */
function readInteger(text: string): Numeric {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : exact(BigInt(text));
}

function readFloat(text: string): number {
  if (!/inf/i.test(text)) return Number(text);
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** @throws Error when the text is no YAML */
export const parseYaml = (text: string): unknown => load(text, { schema });

export const isJson = (mediaType: string) => /^application\/([\w.-]+\+)?json$/.test(plainType(mediaType));
export const isUrlencoded = (mediaType: string) =>
  plainType(mediaType) === 'application/x-www-form-urlencoded';
export const isMultipart = (mediaType: string) => plainType(mediaType) === 'multipart/form-data';
/** Everything in it is text. */
export const isForm = (mediaType: string) => isUrlencoded(mediaType) || isMultipart(mediaType);
export const isStructured = (mediaType: string) =>
  /^application\/(.+\+)?(xml|yaml)$/.test(plainType(mediaType));

/** Without parameters; of a range, a type in it. */
export const plainType = (mediaType: string) => {
  const type = withoutParameters(mediaType);
  if (type === '*/*' || type === 'application/*') return 'application/json';
  return type.replace(/^text\/\*$/, 'text/plain').replace(/\/\*$/, '/octet-stream');
};

/** Of a range, the type in it that suits the schema: bytes are no JSON. */
export const typeOf = ({ mediaType, schema }: Pick<Body, 'mediaType' | 'schema'>) =>
  schema.format === 'binary' && mediaType.includes('*')
    ? plainType(mediaType).replace('application/json', 'application/octet-stream')
    : plainType(mediaType);

export const isJsonBody = (body: Pick<Body, 'mediaType' | 'schema'>) => isJson(typeOf(body));

/** Without a structure that anybody would read in it. */
export const isTextBody = (body: Pick<Body, 'mediaType' | 'schema'>) =>
  typeOf(body).startsWith('text/') && body.schema.format !== 'binary';

/** Whether a range, or a type, covers a type (RFC 9110, 12.5.1). */
export function isWithin(type: string, range: string): boolean {
  const [main] = type.split('/');
  return [type, `${main}/*`, '*/*'].includes(withoutParameters(range));
}

const withoutParameters = (mediaType: string) => mediaType.split(';')[0]?.trim().toLowerCase() ?? '';

export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

const isYaml = (mediaType: string) => /[/+](x-)?yaml$/.test(mediaType);

/** Whether the body can be held against a schema: not bytes, nor structures that are not read here. */
export function isReadable({ mediaType = '', isWhole }: Answer, { type, format }: Schema): boolean {
  if (!isWhole) return false;
  if (isJson(mediaType) || isYaml(mediaType)) return true;
  const isText = type === undefined || [type].flat().includes('string');
  return mediaType.startsWith('text/') && isText && format !== 'binary';
}

type ReadBytes = Pick<Answer, 'bytes' | 'mediaType'> & Partial<Pick<Answer, 'charset'>>;

const UTF_8 = 'utf-8';

/**
 * @param schema of the body: YAML that is declared as a string is its text, as clients read it
 * @throws UnreadableBody when the body is not what its media type says
 */
export function readBody(
  { bytes, mediaType = '', charset = UTF_8 }: ReadBytes,
  schema: Schema = {},
): unknown {
  try {
    // JSON has no other encoding, whatever is said of it (RFC 8259, 8.1 and 11).
    const encoding = isJson(mediaType) ? UTF_8 : charset;
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (isJson(mediaType)) {
      const value = parsed.get(bytes) ?? parseJson(text);
      parsed.set(bytes, value);
      return value;
    }
    if (!isYaml(mediaType)) return text;
    const value = readYaml(text);
    return schema.type === 'string' ? text : value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableBody(`The body is not valid ${mediaType}: ${why}.`);
  }
}

/** Several checks read the same answer. */
const parsed = new WeakMap<Buffer, unknown>();

let last: { text: string; value: unknown } | undefined;

/** Some documents are YAML and long, and come again and again. */
function readYaml(text: string): unknown {
  if (last?.text !== text) last = { text, value: parseYaml(text) };
  return last.value;
}

/** @returns undefined when it is not JSON, or not as it says */
export function readJson(answer: Answer): unknown {
  if (!isJson(answer.mediaType ?? '')) return undefined;
  try {
    return readBody(answer);
  } catch {
    return undefined;
  }
}
