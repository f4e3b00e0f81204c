/** Whether what is sent keeps its rules, judged as its reader gets it: texts carry no types. */

import type { ErrorObject } from 'ajv';
import { type Body, isRecord, type Json, type Parameter, type Schema } from '../document/model.js';
import { isForm, isTextBody } from '../document/parse.js';
import { isAboutSize, type Validators } from '../document/validators.js';
import type { Material } from './cases.js';
import { alternatives, kindsOf, propertiesOf } from './schemas.js';
import { asTexts, fields, separatorOf, textOf, type Way } from './write.js';

/** `open`: one service may read it as something valid, another may not. */
export type Verdict = 'kept' | 'broken' | 'open';

function judgeText({ sent }: Validators, schema: Schema, value: Json): Verdict {
  const judge = (read: Json) => verdictOf(sent(schema)(read));
  const strict = strictReadings(value).map(judge);
  if (strict.includes('kept')) return 'kept';
  return strict.includes('open') || looseReadings(value).some((read) => judge(read) === 'kept')
    ? 'open'
    : 'broken';
}

/** The format of a number says how it is kept, and is a rule for some services only: `int64`. */
function verdictOf(errors: readonly ErrorObject[]): Verdict {
  if (errors.length === 0) return 'kept';
  return errors.every(isAboutSize) ? 'open' : 'broken';
}

/** What everybody reads in a text: the text, and what it is as canonical JSON. */
export function strictReadings(value: Json): Json[] {
  if (Array.isArray(value)) return [value, value.map((item) => strictReadings(item).at(-1) ?? item)];
  if (typeof value !== 'string') return [value];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  const number = numberIn(value);
  return number === undefined ? [value] : [value, number];
}

/** Not all read `1e+21`, or `1e-7`. */
function numberIn(text: string): number | undefined {
  const number = Number(text);
  return String(number) === text && /^-?\d+(\.\d+)?$/.test(text) ? number : undefined;
}

export function looseReadings(value: Json): Json[] {
  if (Array.isArray(value)) return looseLists(value);
  if (typeof value !== 'string') return [];
  const word = value.trim().toLowerCase();
  return [
    ...(word !== '' && Number.isFinite(Number(word)) ? [numberIn(word) ?? Number(word)] : []),
    ...(['1', 'yes', 'on', 't', 'y', 'true'].includes(word) ? [true] : []),
    ...(['0', 'no', 'off', 'f', 'n', 'false'].includes(word) ? [false] : []),
    ...(word === 'null' || word === '' ? [null] : []),
    // JavaScript takes white space for a number.
    ...(word === '' && value !== '' ? [0] : []),
    ...structureIn(value),
  ];
}

/** Its items read alike: all as numbers, or all as what else some read in them. */
function looseLists(items: readonly Json[]): Json[] {
  const read = items.map((item) => [...looseReadings(item), ...strictReadings(item).slice(-1)]);
  const most = Math.max(0, ...read.map((all) => all.length));
  return Array.from({ length: most }, (_, index) => read.map((all) => all[index] ?? all.at(-1) ?? null));
}

function structureIn(text: string): Json[] {
  if (!/^[[{]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

export function judgeBody(material: Material, body: Body, value: Json): Verdict {
  const verdict = judgeAlone(material, body, value);
  return verdict === 'kept' && !isInOrder(body.schema, value) ? 'open' : verdict;
}

/** An end before its start is refused by many a service: times are meant to follow each other as their members do. */
function isInOrder(schema: Schema, value: Json): boolean {
  const isTime = (property: Schema) =>
    alternatives(property).some(({ format }) => format === 'date-time' || format === 'date');
  const times = Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const time = isRecord(value) && isTime(property) ? Date.parse(String(value[name])) : Number.NaN;
    return Number.isNaN(time) ? [] : [time];
  });
  return times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0));
}

function judgeAlone(material: Material, body: Body, value: Json): Verdict {
  const { validators } = material;
  if (isForm(body.mediaType)) return judgeForm(material, body, value);
  // A body of no bytes is a text for some, and no body for others.
  if (isTextBody(body)) return value === '' ? 'open' : judgeText(validators, body.schema, textOf(value));
  return verdictOf(validators.sent(body.schema)(value));
}

export function judgeForm(material: Means, body: Body, value: Json): Verdict {
  const sent = new Map<string, { readonly way: Way; readonly texts: readonly string[] }>();
  for (const { name, text, way } of fields(body, value))
    sent.set(name, { way, texts: [...(sent.get(name)?.texts ?? []), text] });
  // Of a name that comes twice where one value is meant, some read the first, some the last.
  if ([...sent.values()].some(({ way, texts }) => way.isStyled || (texts.length > 1 && !way.isList)))
    return 'open';
  const members = [...sent].map(([name, { way, texts }]) => {
    const values = texts.map((text): Json => (way.isJson ? JSON.parse(text) : text));
    return [name, way.isList ? values : (values[0] ?? '')] as const;
  });
  return judgeMembers(material, body.schema, members);
}

type Means = Pick<Material, 'validators'>;
type Members = readonly (readonly [string, Json])[];

function judgeMembers(means: Means, schema: Schema, members: Members): Verdict {
  const judge = (read: (text: Json) => Json[]) =>
    verdictOf(means.validators.sent(schema)(readMembers(means, schema, members, read)));
  const strict = judge(strictReadings);
  if (strict !== 'broken') return strict;
  return judge((text) => [...strictReadings(text), ...looseReadings(text)]) === 'broken' ? 'broken' : 'open';
}

/** @returns each member as its own schema allows it, where one of its readings is such */
function readMembers({ validators }: Means, schema: Schema, members: Members, read = strictReadings): Json {
  const properties = propertiesOf(schema);
  const others = othersOf(schema);
  const meant = members.map(([name, text]) => {
    const judge = validators.sent(properties[name] ?? others);
    const judged = read(text).map((one) => ({ one, verdict: verdictOf(judge(one)) }));
    const chosen =
      judged.find(({ verdict }) => verdict === 'kept') ?? judged.find(({ verdict }) => verdict === 'open');
    return [name, chosen?.one ?? text] as const;
  });
  return Object.fromEntries(meant);
}

function othersOf(schema: Schema): Schema {
  const declared = alternatives(schema).map(({ additionalProperties }) => additionalProperties);
  return declared.find((one): one is Schema => isRecord(one)) ?? ANYTHING;
}

const ANYTHING: Schema = {};

export function judgeParameter(material: Means, parameter: Parameter, value: Json): Verdict {
  const { schema, style } = parameter;
  // What the document says of it without a value is for people to read.
  if (parameter.mayBeEmpty && value === '') return 'open';
  const { validators } = material;
  // Only the service makes those.
  if (/cursor|page_?token/i.test(parameter.name) && kindsOf(schema).includes('string')) return 'open';
  if (style === 'json') return verdictOf(validators.sent(schema)(value));
  const kinds = kindsOf(schema);
  // Objects have several notations, which few services read alike.
  if (kinds.includes('object')) return 'open';
  const verdicts = readings(parameter, kinds, asTexts(value)).map((read) =>
    judgeText(validators, schema, read),
  );
  const [first = 'open'] = verdicts;
  return verdicts.every((verdict) => verdict === first) ? first : 'open';
}

/** One text where a list is expected is a list too: of one, or of what stands between its separators. */
function readings(parameter: Parameter, kinds: readonly (string | undefined)[], value: Json): Json[] {
  const isSplit = parameter.style !== 'form' || !parameter.explode;
  // Nothing may be no item, or an empty one.
  if (Array.isArray(value)) return isSplit && value.length === 0 ? [[], ['']] : [value];
  if (typeof value !== 'string' || !kinds.includes('array')) return [value];
  const list = isSplit ? value.split(separatorOf(parameter.style)) : [value];
  const lists: Json[] = value === '' ? [list, []] : [list];
  const isMore = kinds.some((kind) => kind !== 'array' && kind !== 'null');
  return isMore ? [...lists, value] : lists;
}
