/** One request per rule of the document: each kept at its limit, each broken, one at a time. */
import type { Case, Mode } from '../case.js';
import { placeOf } from '../document/dereference.js';
import {
  type Body,
  isRecord,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '../document/model.js';
import { isForm, isJsonBody, isTextBody, isWithin, writeJson } from '../document/parse.js';
import { escapeStep } from '../document/references.js';
import { explain, type Judge } from '../document/validators.js';
import { makeUp } from './arbitrary.js';
import { bodyExample, carrying, type Material, parameterExample, plainCase } from './cases.js';
import { candidates, limitsOf } from './scalars.js';
import { alternatives, fits, kindsOf, propertiesOf } from './schemas.js';
import { judgeBody, judgeParameter, type Verdict } from './verdict.js';
import { canBeField, withoutParameter, withParameter } from './write.js';

const MODES = { kept: 'positive', broken: 'negative', open: 'neutral' } as const;

export function coverageCases(
  material: Material,
  operation: Operation,
  path: Case['path'],
  options: ProbeOptions = {},
): Case[] {
  const plain = plainCase(material, operation, path);
  return [
    ...operation.parameters
      .filter(({ isFixed }) => !isFixed)
      .flatMap((parameter) => parameterCases(material, plain, parameter)),
    ...operation.bodies.flatMap((body) =>
      bodyCases(material, plainCase(material, operation, path, body), body),
    ),
    ...acceptCases(plain),
    ...probes(plain, options),
  ];
}

/** Each of the media types that a success has, asked for by name. */
function acceptCases(plain: Case): Case[] {
  const { method, responses } = plain.operation;
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const types = new Set(successes.flatMap(([, { content }]) => content.map(({ mediaType }) => mediaType)));
  if (method !== 'GET' || types.size < 2) return [];
  return [...types].map((type) => ({
    ...plain,
    mode: 'neutral',
    about: `Accept: ${type}`,
    headers: { ...plain.headers, Accept: type },
  }));
}

function parameterCases(material: Material, plain: Case, parameter: Parameter): Case[] {
  const { in: place, name, schema, pointer } = parameter;
  const about = (what: string) => `${place} parameter ${name}: ${what}`;
  const kinds = kindsOf(schema);
  const { value: example } = parameterExample(material, parameter);
  const tried = [...candidates(schema), ...variants(material, { schema, pointer }, example)];
  const cases = tried.flatMap(({ value, about: what }) => {
    // Where one text is expected, a list would be written as something else.
    if (isRecord(value) ? !kinds.includes('object') : Array.isArray(value) && !kinds.includes('array'))
      return [];
    const verdict = judgeParameter(material, parameter, value);
    // What is there under a valid name nobody knows.
    const mode = place === 'path' && verdict === 'kept' ? 'neutral' : modeOf(plain, verdict);
    return withParameter(plain, parameter, value, { mode, about: about(what), pointer }) ?? [];
  });
  // Headers that are left out are a check of their own.
  if (parameter.required && (place === 'query' || place === 'cookie')) {
    const missing = withoutParameter(plain, parameter);
    cases.push({ ...missing, mode: 'negative', about: about('left out'), pointer });
  }
  return cases;
}

/** What stands beside a kept rule may be in doubt itself. */
const modeOf = (plain: Case, verdict: Verdict) => (verdict === 'kept' ? plain.mode : MODES[verdict]);

function bodyCases(material: Material, plain: Case, body: Body): Case[] {
  const { mediaType, pointer } = body;
  const { value: example } = bodyExample(material, body);
  const tried = [
    ...bodyVariants(material, body, example),
    ...(isJsonBody(body) ? otherTypes(body, example) : []),
  ];
  return [
    { ...plain, about: `${mediaType}: the example`, pointer },
    ...tried.map(({ value, about, pointer: at }) => {
      const mode = modeOf(plain, judgeBody(material, body, value));
      const rule = mode === 'negative' ? brokenRule(material, body, value, at) : at;
      return carrying({ ...plain, mode, about: `${mediaType}: ${about}`, pointer: rule }, body, value);
    }),
    ...malformedBodies(material, plain, body),
  ];
}

function brokenRule({ validators }: Material, body: Body, value: Json, fallback: string): string {
  if (isForm(body.mediaType) || isTextBody(body)) return fallback;
  const rules = explain(validators.sent(body.schema), body.pointer, value);
  const within = rules.find(({ pointer }) => pointer.startsWith(`${fallback}/`));
  return (within ?? rules[0])?.pointer ?? fallback;
}

const otherTypes = ({ pointer }: Body, example: Json) =>
  ([null, true, 1, 'text', [], {}, [example]] as Json[]).map((value) => ({
    value,
    about: `${writeJson(value).slice(0, 20)} instead`,
    pointer,
  }));

const UNHEARD_OF = 'text/x-unheard-of';
const DEEP = 5000;
/** Stands for what is as deep, which would be too deep for those who judge. */
const SHALLOW = 50;

function malformedBodies(material: Material, plain: Case, body: Body): Case[] {
  const { mediaType, schema, pointer } = body;
  const { bodies, bodyRequired } = plain.operation;
  const make = (about: string, mode: Mode, bytes: string | Buffer, type: string | undefined = mediaType) => ({
    ...plain,
    mode,
    about: `${mediaType}: ${about}`,
    pointer,
    body: { mediaType: type, bytes: Buffer.from(bytes) },
    made: undefined,
  });
  const isTaken = bodies.some((one) => isWithin(UNHEARD_OF, one.mediaType));
  const sent = plain.body?.bytes ?? '';
  const unread = make(`as ${UNHEARD_OF}`, bodyRequired ? 'negative' : 'neutral', sent, UNHEARD_OF);
  const ofTypes = isTaken ? [] : [unread];
  if (!isJsonBody(body)) return ofTypes;

  const judge = material.validators.sent(schema);
  const example = writeJson(bodyExample(material, body).value);
  const refusal = (isRefused: boolean) => (isRefused ? 'negative' : 'neutral');
  const ofNothing = refusal(judge({}).length > 0 && bodyRequired);
  // What is left of a number is another one.
  const cutOff = example.slice(0, -1);
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  return [
    ...ofTypes,
    make('no body', ofNothing, ''),
    { ...make('no body, no content type', ofNothing, ''), body: undefined },
    make('cut off', refusal(!isKept(judge, cutOff)), cutOff),
    make('with more after it', 'negative', `${example}]`),
    make('with single quotes', 'negative', "{'a': 1}"),
    make('NaN', 'negative', 'NaN'),
    make('bytes that are no UTF-8', 'negative', Buffer.from([0x22, 0xff, 0xfe, 0x22])),
    make(`${DEEP} arrays in each other`, refusal(!isKept(judge, nested(SHALLOW))), nested(DEEP)),
    make('a number that no double holds', 'neutral', '{"a":1e999,"b":-0}'),
    make('a member twice', 'neutral', `{"a":1,"a":2,${example.slice(1)}`),
    make('half of a surrogate pair', 'neutral', example.replace(/"([^"]*)"}$/, '"\\ud800"}')),
    make('after a byte order mark', 'neutral', `\ufeff${example}`),
    make('in another charset', 'neutral', example, `${mediaType}; charset=utf-16`),
  ];
}

function isKept(judge: Judge, text: string): boolean {
  try {
    return judge(JSON.parse(text)).length === 0;
  } catch {
    return false;
  }
}

/** All that RFC 9110 and its registry know, one that nobody knows, and CONNECT left out: it is for proxies. */
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'TRACE', 'QUERY'];

interface ProbeOptions {
  /** Whether the operation speaks for its path: methods and `Allow` are the path's. */
  readonly isFirst?: boolean;
  readonly hasPassword?: boolean;
}

function probes(plain: Case, { isFirst = true, hasPassword = false }: ProbeOptions = {}): Case[] {
  const { operation, query } = plain;
  const { parameters, siblings, overlapping, pointer, securityPointer } = operation;
  const neutral: Case = { ...plain, mode: 'neutral' };
  const bare: Case = { ...neutral, body: undefined, made: undefined };
  const missing = parameters.filter(({ in: place, required }) => place === 'header' && required);
  const taken = [...siblings, ...overlapping];
  const others = isFirst ? METHODS.filter((method) => !taken.includes(method)) : [];
  return [
    ...others.map((method): Case => {
      const about = `the method ${method}, which is not declared`;
      const path = pointer.slice(0, pointer.lastIndexOf('/'));
      return { ...bare, method, probe: 'unsupported-method', about, pointer: path };
    }),
    ...(isFirst && !siblings.includes('OPTIONS')
      ? [{ ...bare, method: 'OPTIONS', probe: 'options' as const, about: 'OPTIONS' }]
      : []),
    ...missing.map((parameter): Case => {
      const about = `without the header ${parameter.name}`;
      const item = withoutParameter(plain, parameter);
      return { ...item, mode: 'negative', probe: 'missing-header', about, pointer: parameter.pointer };
    }),
    ...(operation.secured ? credentialProbes(neutral) : []),
    ...(hasPassword ? [{ ...neutral, ...WRONG_PASSWORD, pointer: securityPointer }] : []),
    { ...neutral, about: 'a parameter that is not declared', query: [...query, ['not-declared', '1']] },
  ];
}

const WRONG_PASSWORD = { probe: 'wrong-password', about: 'with a wrong password' } as const;

export function credentialProbes(neutral: Case): Case[] {
  const { securityPointer: pointer } = neutral.operation;
  return [
    { ...neutral, probe: 'missing-credentials', sender: 'nobody', about: 'without credentials', pointer },
    { ...neutral, probe: 'wrong-credentials', about: 'with wrong credentials', pointer },
  ];
}

interface Variant {
  readonly value: Json;
  readonly about: string;
  readonly pointer: string;
}

/** Members of members, and no further: each level multiplies the requests. */
const DEEPEST = 2;

const MOST_BRANCHES = 5;

/** Longer lists are not made, and none with more characters of JSON. */
const MOST_ITEMS = 1001;
const MOST_CHARACTERS = 4_000_000;

interface Place {
  readonly schema: Schema;
  readonly pointer: string;
  readonly value: Json;
  readonly depth: number;
  readonly isMadeUp?: boolean;
}

export const variants = (
  material: Material,
  { schema, pointer }: Pick<Place, 'schema' | 'pointer'>,
  value: Json,
): Variant[] => within(material, { schema, pointer, value, depth: 0 });

export function bodyVariants(material: Material, body: Body, example: Json): Variant[] {
  const { schema, pointer, mediaType } = body;
  if (isForm(mediaType))
    return variants(material, body, example).filter(({ value }) => canBeField(body, value));
  if (typeof example === 'object' && example !== null) return variants(material, body, example);
  const whole = candidates(schema).map((one) => ({ ...one, pointer }));
  if (isJsonBody(body)) return whole;
  return isTextBody(body) ? whole.filter(({ value }) => typeof value === 'string') : [];
}

function within(material: Material, place: Place): Variant[] {
  if (place.depth > DEEPEST) return [];
  const { schema, value } = place;
  const branches = isRecord(value)
    ? alternatives(schema).filter((one) => one.properties !== undefined && !fits(one, value))
    : [];
  // A value for each branch that the value is not of: it is the only way to their limits.
  const others = branches
    .slice(0, MOST_BRANCHES)
    .flatMap((branch) => makeUp(material, branch).find((made) => isRecord(made)) ?? [])
    .map((made): Place => ({ ...place, value: made, isMadeUp: true }));
  return [place, ...others].flatMap((one) => {
    if (Array.isArray(one.value)) return ofArray(material, one, one.value);
    return isRecord(one.value) ? ofObject(material, one, one.value as Record<string, Json>) : [];
  });
}

/** The candidates of a schema, and what differs within the value, which is made up where there is none. */
function inPlace(
  material: Material,
  { depth, isMadeUp = false }: Place,
  schema: Schema,
  pointer: string,
  value: Json | undefined,
): Variant[] {
  // What is made up has no more than its own rules tried, and nothing within its members: they may be many.
  const tried = (isMadeUp ? limitsOf(schema) : candidates(schema)).map((one) => ({ ...one, pointer }));
  if (value !== undefined)
    return [...tried, ...within(material, { schema, pointer, value, depth: depth + 1 })];
  const made =
    depth < DEEPEST
      ? makeUp(material, schema).find((one) => typeof one === 'object' && one !== null)
      : undefined;
  if (made === undefined) return tried;
  return [...tried, ...within(material, { schema, pointer, value: made, depth: DEEPEST, isMadeUp: true })];
}

function ofObject(material: Material, place: Place, value: Record<string, Json>): Variant[] {
  const { schema, pointer } = place;
  const members = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const { [name]: member, ...rest } = value;
    const at = pointerWithin(schema, pointer, 'properties', name);
    return [
      { value: rest, about: `without ${name}`, pointer: at },
      ...inPlace(material, place, property, at, member).map((variant) => ({
        value: { ...rest, [name]: variant.value },
        about: `${name}: ${variant.about}`,
        pointer: variant.pointer,
      })),
    ];
  });
  const more = { ...value, 'not declared': 'x', __proto: 'x' };
  return [...members, { value: more, about: 'with members that are not declared', pointer }];
}

function ofArray(material: Material, place: Place, value: readonly Json[]): Variant[] {
  const { schema, pointer } = place;
  const rules = alternatives(schema).filter(({ items }) => items !== undefined);
  const [first = makeUp(material, rules[0]?.items ?? {})[0], ...rest] = value;
  if (first === undefined) return [];
  const filled = [first, ...rest];
  const at = pointerWithin(schema, pointer, 'items');
  const variants = rules.flatMap(({ items = {}, minItems = 0, maxItems = Infinity, uniqueItems }) => {
    const others = uniqueItems === true ? makeUp(material, items) : [];
    const longest = Math.max(...[...filled, ...others].map((item) => writeJson(item).length));
    const sizes = [minItems - 1, minItems, maxItems, maxItems + 1].filter(
      (size) => size >= 0 && size <= MOST_ITEMS && size * longest <= MOST_CHARACTERS,
    );
    // Some services look at the first item alone.
    const further =
      maxItems < 2 || place.isMadeUp ? [] : [...limitsOf(items), { value: null, about: 'null' }];
    return [
      ...inPlace(material, place, items, at, first).map((one) => ({ ...one, value: [one.value, ...rest] })),
      ...further.map((one) => ({
        value: [first, one.value],
        about: `a further item: ${one.about}`,
        pointer: at,
      })),
      ...sizes.map((size) => ({ value: sized(filled, size, others), about: `${size} items`, pointer })),
    ];
  });
  return [...variants, { value: [...filled, first], about: 'an item twice', pointer }];
}

function sized(value: readonly Json[], size: number, others: readonly Json[]): Json[] {
  const texts = new Set(value.map((item) => writeJson(item)));
  const pool = [...value, ...others.filter((item) => !texts.has(writeJson(item)))];
  return Array.from({ length: size }, (_, index) => pool[index % pool.length] ?? null);
}

/** @returns where the rule of a member, or of items, stands: in the schema or a part of it; else what names the whole */
export function pointerWithin(
  schema: Schema,
  pointer: string,
  keyword: 'properties' | 'items',
  name?: string,
): string {
  const part = [schema, ...(schema.allOf ?? [])].find(({ [keyword]: rules }) =>
    name === undefined ? rules !== undefined : Object.hasOwn(rules ?? {}, name),
  );
  const place = part && placeOf(part);
  if (place === undefined) return pointer;
  return [place, keyword, ...(name === undefined ? [] : [escapeStep(name)])].join('/');
}
