/** Judges requests by a document as most services do, with a validator and readers that are not the harness's. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Question } from './run-harness.js';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly style?: string;
  readonly explode?: boolean;
}

/** An operation with a body and parameters. */
export interface Judged {
  readonly parameters?: readonly object[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: object; readonly encoding?: object }>>;
  };
}

const INT64 = 2n ** 63n;

/** @param components the schemas that others refer to */
export function makeJudge(components: Readonly<Record<string, object>> = {}) {
  const [strict, lenient] = [makeValidator(components, false), makeValidator(components, true)];

  /** @param isLenient whether texts are read as numbers and booleans that others might refuse */
  return function judge(
    { parameters = [], requestBody }: Judged,
    question: Question,
    isLenient = false,
  ): boolean {
    // The operations of these tests have no parameters of another form.
    const keeps = isLenient ? lenient : strict;
    const areKept = (parameters as readonly Parameter[]).every((one) => {
      const raw = rawOf(one, question);
      return raw === undefined ? one.required !== true : keeps(one.schema, read(one.schema, raw, isLenient));
    });
    if (!areKept || !requestBody) return areKept;
    const [type = ''] = question.headers['content-type']?.split(';') ?? [];
    if (type === '' && question.bytes.length === 0) return requestBody.required !== true;
    const content = Object.entries(requestBody.content);
    const [, { schema, encoding = {} } = {}] =
      content.find(([name]) =>
        new RegExp(`^${name.replaceAll('*', '.*').replace('+', '\\+')}$`).test(type),
      ) ?? [];
    if (!schema) return isLenient && requestBody.required !== true;
    if (/json$/.test(type)) return question.body !== undefined && keeps(schema, question.body);
    if (/form/.test(type)) return keeps(schema, formOf(schema as Schema, encoding, question, isLenient));
    return keeps(schema, question.bytes.toString());
  };
}

/** @param isOpen whether integers may be beyond their format */
function makeValidator(components: Readonly<Record<string, object>>, isOpen: boolean) {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  // As a double the last of int64 is 2^63.
  for (const [format, bits] of [
    ['int32', 31],
    ['int64', 63],
  ] as const)
    ajv.addFormat(format, {
      type: 'number',
      validate: (value) =>
        isOpen || (value >= -(2 ** bits) && value <= (bits === 63 ? 2 ** 63 : 2 ** bits - 1)),
    });
  ajv.addSchema({ $id: 'document', components: { schemas: components } });
  const known = new Map<object, (value: unknown) => boolean>();
  return (schema: object, value: unknown) => {
    const text = JSON.stringify(plain(schema)).replaceAll('"#/', '"document#/');
    // It names the one branch that is meant.
    const meant = text.includes('"discriminator"') ? text.replaceAll('"oneOf"', '"anyOf"') : text;
    const validate = known.get(schema) ?? ajv.compile(JSON.parse(meant));
    known.set(schema, validate);
    return validate(plain(value));
  };
}

type Raw = string | readonly string[] | Readonly<Record<string, string>>;

function rawOf(
  { name, in: place, schema, style, explode }: Parameter,
  { query, headers }: Question,
): Raw | undefined {
  if (place === 'header')
    return listOf(schema, headers[name.toLowerCase()]?.toString().replaceAll(', ', ','));
  if (place === 'cookie')
    return new URLSearchParams(headers.cookie?.replaceAll(/; */g, '&')).get(name) ?? undefined;
  if (schema.type === 'object') {
    const own =
      style === 'deepObject'
        ? membersOf(name, query)
        : [...query].filter(([key]) => key in (schema.properties ?? {}));
    return own.length > 0 ? Object.fromEntries(own) : undefined;
  }
  if (schema.type !== 'array') return query.get(name) ?? undefined;
  if (explode === false) return listOf(schema, query.get(name) ?? undefined);
  return query.has(name) ? query.getAll(name) : undefined;
}

const membersOf = (name: string, form: URLSearchParams) =>
  [...form]
    .filter(([key]) => key.startsWith(`${name}[`))
    .map(([key, one]): [string, string] => [key.slice(name.length + 1, -1), one]);
const listOf = (schema: Schema, text: string | undefined) =>
  schema.type === 'array' ? text?.split(',') : text;

/** A text as a value of the schema; what cannot be one stays a text. */
function read(schema: Schema, raw: Raw, isLenient: boolean): unknown {
  if (Array.isArray(raw)) return raw.map((one) => read(schema.items ?? {}, one, isLenient));
  if (typeof raw === 'object')
    return Object.fromEntries(
      Object.entries(raw).map(([name, one]) => [name, read(schema.properties?.[name] ?? {}, one, isLenient)]),
    );
  const text = isLenient
    ? raw.trim().replace(/^\+/, '') || (schema.type === 'integer' && raw !== '' ? '0' : raw)
    : raw;
  const number = isLenient ? /^-?\d+(\.\d*)?$/ : /^-?(0|[1-9]\d*)(\.\d+)?$/;
  const digits = text.replace(/\.0*$/, '');
  if (schema.type === 'integer' && number.test(text))
    return /^-?\d+$/.test(digits) ? BigInt(digits) : Number(text);
  if (schema.type === 'boolean' && isLenient && WORDS.includes(text.toLowerCase())) return true;
  return schema.type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : raw;
}
const WORDS = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', 't', 'f', 'y', 'n'];

/** Texts for the fields of a form; files are their contents, and what else has a type is JSON. */
function formOf(schema: Schema, encoding: object, { headers, bytes }: Question, isLenient: boolean): unknown {
  const isMultipart = headers['content-type']?.startsWith('multipart') === true;
  const fields = isMultipart
    ? partsOf(bytes)
    : [...new URLSearchParams(bytes.toString())].map(([name, text]) => ({ name, text, head: '' }));
  const members = // The schemas of these tests' forms have them.
    Object.entries((schema as Schema).properties ?? {}).flatMap(([name, property]) => {
      const own = fields.filter((field) => field.name === name);
      const [first] = own;
      if (first === undefined) return [];
      const isFile = property.items?.format === 'binary';
      if (isFile && !own.every(({ head }) => head.includes('; filename="'))) return [];
      const asJson = isMultipart
        ? /\r\nContent-Type: application\/json$/.test(first.head)
        : Object(encoding)[name] || isLenient;
      if (property.type === 'object') return asJson ? [[name, jsonOf(first.text)]] : [];
      const raw = property.type === 'array' ? own.map(({ text }) => text) : first.text;
      return [[name, read(property, raw, isLenient)]];
    });
  return Object.fromEntries(members);
}

function partsOf(bytes: Buffer) {
  return bytes
    .toString()
    .split(/(?:^|\r\n)--[\w-]+(?:\r\n|--)/)
    .flatMap((part) => {
      const [head = '', ...lines] = part.split('\r\n\r\n');
      const [, name] = / name="([^"]*)"/.exec(head) ?? [];
      return name === undefined ? [] : [{ name, head, text: lines.join('\r\n\r\n') }];
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Without bigint, which ajv does not know: no limit of these tests but the last of int64 is where a double rounds. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value >= INT64 || value < -INT64 ? Number(value) * 2 : Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
