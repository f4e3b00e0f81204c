/** Judges requests by a document as most services do, with readers that are not the harness's. */
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

type Components = Readonly<Record<string, object>>;
type Keeps = (schema: object, value: unknown) => boolean;

/** @param components the schemas that others refer to */
export function makeJudge(components: Components = {}) {
  const strict = makeValidator(components, false);
  const lenient = makeValidator(components, true);

  /** @param isLenient whether texts are read as numbers and booleans that others might refuse */
  return function judge({ parameters, requestBody }: Judged, question: Question, isLenient = false): boolean {
    const keeps = isLenient ? lenient : strict;
    const keepsTexts = (schema: Schema, raw: unknown) => keeps(schema, read(schema, raw, isLenient));
    // The operations of these tests have no parameters of another form.
    const areKept = ((parameters ?? []) as readonly Parameter[]).every((one) => {
      const raw = rawOf(one, question);
      return raw === undefined ? one.required !== true : keepsTexts(one.schema, raw);
    });
    if (!areKept || !requestBody) return areKept;
    const [type = ''] = question.headers['content-type']?.split(';') ?? [];
    if (type === '' && question.bytes.length === 0) return requestBody.required !== true;
    const [, { schema, encoding = {} } = {}] =
      Object.entries(requestBody.content).find(([name]) =>
        new RegExp(`^${name.replaceAll('*', '.*').replace('+', '\\+')}$`).test(type),
      ) ?? [];
    if (!schema) return isLenient && requestBody.required !== true;
    if (/json$/.test(type)) return question.body !== undefined && keeps(schema, question.body);
    if (!/form/.test(type)) return keeps(schema, question.bytes.toString());
    // The schemas of these tests' forms have properties.
    const form = schema as Schema;
    return keepsTexts(form, formOf(form, encoding, question, keeps, isLenient));
  };
}

/** @param isOpen whether integers may be beyond their format */
function makeValidator(components: Components, isOpen: boolean): Keeps {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  if (isOpen) ajv.addFormat('int32', true);
  ajv.addSchema({ $id: 'document', components: { schemas: components } });
  const known = new Map<object, (value: unknown) => boolean>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    // It names the one branch that is meant.
    const meant = text.includes('"discriminator"') ? text.replaceAll('"oneOf"', '"anyOf"') : text;
    const validate = known.get(schema) ?? ajv.compile(JSON.parse(meant));
    known.set(schema, validate);
    return validate(value);
  };
}

/** A parameter as a text, a list of texts, or an object of them. */
function rawOf({ name, in: place, schema, style, explode }: Parameter, { query, headers }: Question) {
  const split = (text: string | undefined) => (schema.type === 'array' ? text?.split(',') : text);
  if (place === 'header') return split(headers[name.toLowerCase()]?.toString().replaceAll(', ', ','));
  if (place === 'cookie')
    return new URLSearchParams(headers.cookie?.replaceAll(/; */g, '&')).get(name) ?? undefined;
  if (schema.type === 'object') {
    const names = Object.keys(schema.properties ?? {});
    const own = [...query].flatMap(([key, text]) => {
      if (style !== 'deepObject') return names.includes(key) ? [[key, text]] : [];
      return key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), text]] : [];
    });
    return own.length > 0 ? Object.fromEntries(own) : undefined;
  }
  if (schema.type === 'array' && explode !== false) return query.has(name) ? query.getAll(name) : undefined;
  return split(query.get(name) ?? undefined);
}

/** A text as a value of the schema; what cannot be one stays a text. */
function read(schema: Schema, raw: unknown, isLenient: boolean): unknown {
  if (Array.isArray(raw)) return raw.map((one) => read(schema.items ?? {}, one, isLenient));
  if (typeof raw === 'object' && raw !== null)
    return Object.fromEntries(
      Object.entries(raw).map(([name, one]) => [name, read(schema.properties?.[name] ?? {}, one, isLenient)]),
    );
  const text = String(raw);
  const isNumber = isLenient ? text !== '' && Number.isFinite(Number(text)) : NUMBER.test(text);
  if (schema.type === 'integer' && isNumber) return Number(text);
  const words = isLenient ? WORDS : WORDS.slice(0, 2);
  const isWord = words.includes(isLenient ? text.trim().toLowerCase() : text);
  return schema.type === 'boolean' && isWord ? text === 'true' : raw;
}
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const WORDS = ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', 't', 'f', 'y', 'n'];

/** Texts for the fields of a form; files are their contents, and what is an object is JSON. */
function formOf(
  schema: Schema,
  encoding: object,
  { headers, bytes }: Question,
  keeps: Keeps,
  isLenient: boolean,
): object {
  const isMultipart = headers['content-type']?.startsWith('multipart') === true;
  const fields = isMultipart
    ? partsOf(bytes)
    : [...new URLSearchParams(bytes.toString())].map(([name, text]) => ({ name, text, head: '' }));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = fields.filter((field) => field.name === name);
    const [first] = own;
    const isFile = property.items?.format === 'binary';
    if (!first || (isFile && !own.every(({ head }) => head.includes('; filename="')))) return [];
    const isJson = isMultipart
      ? /\r\nContent-Type: application\/json$/.test(first.head)
      : Object(encoding)[name] || isLenient;
    if (property.type !== 'object')
      return [[name, property.type === 'array' ? own.map(({ text }) => text) : first.text]];
    const value = isJson ? jsonOf(first.text) : undefined;
    return keeps(property, value) ? [[name, value]] : [];
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
