/** A filter leaves only what it allows. */
import type { Case } from '../case.js';
import {
  asList,
  asRecord,
  isRecord,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '../document/model.js';
import { isJsonBody, readRecord, writeJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { freshText, plainCase } from '../generation/cases.js';
import { alternatives, kindOf, propertiesOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { withParameter } from '../generation/write.js';
import { create } from '../phases/attempt.js';
import { referToOthers } from '../phases/prepare.js';
import { plainName } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { CHECK, isSame, show } from './compare-data.js';
import {
  type Found,
  itemSchema,
  itemsOf,
  keyOfItem,
  largestSize,
  makerOf,
  readPages,
  smallestSize,
  totalOf,
} from './lists.js';

/** Parameters that choose a part of the list, an order or a form: an item may have a member of the same name. */
const NO_FILTERS =
  /^(page|limit|size|count|offset|cursor|after|before|sort|order|q|query|search|fields|include|expand|format|min|max|from|to|since|until)$/i;

/** A parameter that asks for items by a property of theirs. */
interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
  readonly schema: Schema;
  readonly kind: Kind;
  /** Whether an item that has just this value stays. */
  readonly isInclusive: boolean;
  /** For a limit: whether it is the least. */
  readonly isLeast?: boolean;
}

/** Whether values are the same or are not; or a text may be asked for by a part of it, and a number be a limit. */
type Kind = 'exact' | 'text' | 'number';

export async function filters(run: Run, operation: Operation, path: Case['path']): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const properties = propertiesOfItems(operation);
  const written = propertiesOf(makerOf(run, operation)?.maker.bodies.find(isJsonBody)?.schema ?? {});
  const found = operation.parameters
    .filter(({ in: place }) => place === 'query')
    .flatMap((parameter) => {
      const bounds = boundsOf(properties, written, parameter);
      return bounds.length > 0 ? bounds : filtersOf(properties, parameter);
    });
  const known: Asked[] = [];
  for (const filter of found) {
    const made = await makeItems(run, operation, filter, path);
    const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
    for (const one of askedFor(filter, made)) await holdOne(run, plain, filter, one, made);
    const [other] = made.filter(({ value }) => value !== made[0]?.value);
    if (filter.kind !== 'number' && other) known.push({ filter, value: other.value });
  }
  await holdTogether(run, operation, path, known);
}

interface Asked {
  readonly filter: Filter;
  readonly value: Json;
}

/** Of several filters each one counts. */
async function holdTogether(run: Run, operation: Operation, path: Case['path'], asked: readonly Asked[]) {
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  for (const [index, one] of asked.entries())
    for (const other of asked.slice(index + 1)) {
      const first = withFilter(run, { ...plain, query: largestSize(operation) }, one.filter, one.value);
      const found = first && (await ask(run, first, other.filter, other.value));
      for (const { filter, value } of found ? [one, other] : []) {
        const left = found && otherThan(filter, found.items, value);
        if (left === undefined) continue;
        const { name, pointer } = filter.parameter;
        const message = `With two filters, ${name} asked for ${filter.property} ${show(value)}, and an item has ${left}.`;
        run.report(CHECK, { message, pointer, subject: 'together' }, found?.exchanges.slice(-1) ?? []);
      }
    }
}

function propertiesOfItems(operation: Operation): Readonly<Record<string, Schema>> {
  const items = alternatives(itemSchema(operation) ?? {});
  return Object.fromEntries(items.flatMap(({ properties = {} }) => Object.entries(properties)));
}

type Properties = ReturnType<typeof propertiesOfItems>;

/** @returns the first alternative, of a list that of its items */
const oneOf = (schema: Schema): Schema => {
  const [own = {}] = alternatives(schema);
  return isList(schema) ? (alternatives(own.items ?? {})[0] ?? {}) : own;
};
const isList = (schema: Schema) => kindOf(alternatives(schema)[0] ?? {}) === 'array';

/** Where name and type are those of a property of the items. */
function filtersOf(properties: Properties, parameter: Parameter): Filter[] {
  const { schema, description } = parameter;
  const isNamed = (one: string) =>
    [one, one.replace(/s$/, '')].map(plainName).includes(plainName(parameter.name));
  const [name = '', property] = Object.entries(properties).find(([one]) => isNamed(one)) ?? [];
  if (!property || NO_FILTERS.test(name)) return [];
  const one = oneOf(schema);
  const kind = kindOfFilter(one, description);
  if (!kind || kindOf(one) !== kindOf(oneOf(property))) return [];
  // Of a list of values, those that are the same or not can be told apart.
  if (kind !== 'exact' && (isList(schema) || isList(property))) return [];
  const isInclusive = INCLUSIVE.test(description) || !EXCLUSIVE.test(description);
  return [{ parameter, property: name, schema: property, kind, isInclusive }];
}

function kindOfFilter(schema: Schema, description: string): Kind | undefined {
  const { enum: choices, const: only, format, pattern } = schema;
  const kind = kindOf(schema);
  const isExact = choices !== undefined || only !== undefined || format === 'uuid' || kind === 'boolean';
  if (isExact || (pattern !== undefined && kind === 'string')) return 'exact';
  // What only looks like it is asked for, too.
  if (kind === 'string')
    return format === undefined && !/search|similar|fuzzy|word/i.test(description) ? 'text' : undefined;
  return kind === 'integer' || kind === 'number' ? 'number' : undefined;
}

/** `minPrice`, `max_price` and `price_max`; of times `created_after` and `startsBefore`. */
const BOUND = /^(min|max)(?:imum)?_?(.+)$/i;
const BOUND_AT_END = /^(.*?)_?(min|max|after|since|from|before|until|to)(?:imum)?$/i;
const INCLUSIVE =
  /inclusive|(at|on) or|at (most|least)|or (equal|more|less|fewer|later|earlier)|up to|no (more|less|earlier|later)|including/i;
const EXCLUSIVE =
  /exclusive|less|lower|fewer|more|greater|higher|above|below|over|under|beyond|exceed|not includ/i;
const formatOf = (schema: Schema) => alternatives(schema)[0]?.format ?? '';
const isTime = (schema: Schema) => /^date(-time)?$/.test(formatOf(schema));
const isNumber = (one: Schema) => /^(integer|number)$/.test(kindOf(alternatives(one)[0] ?? {}) ?? '');

/** @param written properties that can be sent: a limit without a name is about the only one, or the one that it describes */
function boundsOf(properties: Properties, written: Properties, parameter: Parameter): Filter[] {
  const { name, description, schema } = parameter;
  const [, first, rest] = BOUND.exec(name) ?? [];
  const [, before, last] = BOUND_AT_END.exec(name) ?? [];
  const [side, named] = [first ?? last, rest ?? before];
  if (side === undefined || named === undefined) return [];
  const wanted = plainName(named);
  const alike = Object.entries(properties).filter(([, one]) =>
    isTime(schema) ? formatOf(one) === formatOf(schema) : isNumber(schema) && isNumber(one),
  );
  const own = alike.filter(([one]) =>
    isTime(schema) ? plainName(one).startsWith(wanted) : plainName(one) === wanted,
  );
  const sent = alike.filter(([one]) => one in written && (isTime(schema) || /m[ia][nx]/i.test(side)));
  const said = sent.filter(([one]) => description.includes(one));
  const [found, ...more] = wanted !== '' ? own.slice(0, 1) : said.length > 0 ? said : sent;
  if (!found || more.length > 0) return [];
  const isLeast = /min|after|since|from/i.test(side);
  const isInclusive = INCLUSIVE.test(description) || (!isTime(schema) && !EXCLUSIVE.test(description));
  const [property, whole] = found;
  return [{ parameter, property, schema: whole, kind: 'number', isInclusive, isLeast }];
}

/** They stand in another order as texts. */
const TIMES = ['2031-03-04T05:06:07+05:30', '2031-03-04T02:00:00Z', '2031-03-04T01:30:00-08:00'];

/** Its place in the order of numbers, or of times. */
const placeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number(value));

interface Made {
  readonly value: Json;
  readonly key: string | undefined;
}

/** Of numbers the one in the middle: what is above it and what is below it shows that it is no limit either. */
const askedFor = ({ kind }: Filter, made: readonly Made[]) =>
  kind === 'number'
    ? made.toSorted((one, other) => placeOf(one.value) - placeOf(other.value)).slice(1, -1)
    : [...new Map(made.map((one) => [writeJson(one.value), one])).values()];

/** @returns items that differ in the property, as far as the service takes them; values alone where it makes none */
async function makeItems(
  run: Run,
  operation: Operation,
  filter: Filter,
  path: Case['path'],
): Promise<Made[]> {
  const { property, schema, parameter, kind } = filter;
  const wanted = 3;
  const of = isList(schema) ? (alternatives(schema)[0]?.items ?? {}) : schema;
  const texts = kind === 'text' ? [0, 1, 2].map(() => freshText(run.material, of, '', run.nextSeed())) : [];
  const listed = formatOf(of) === 'date-time' ? TIMES : asList(alternatives(schema)[0]?.enum);
  const choices = [...new Set([...texts, ...listed, ...makeUp(run.material, of)])].filter(
    (one): one is Json => one !== null && one !== undefined && one !== '',
  );
  const { maker, follower } = makerOf(run, operation) ?? {};
  const body = maker?.bodies.find(isJsonBody);
  if (!maker || !body || propertiesOf(body.schema)[property] === undefined) {
    // What is there already shows an exact filter that is ignored.
    if (kind === 'exact') return choices.slice(0, wanted).map((value) => ({ value, key: undefined }));
    const why = `no request makes items with a ${property}`;
    run.untried(CHECK, operation, `with the filter ${parameter.name}: ${why}`);
    return [];
  }
  const plain = plainCase(run.material, maker, path, body);
  const made: Made[] = [];
  const statuses: number[] = [];
  // Of what may be equal, two have the same.
  const twice = kind === 'number' ? [] : choices.slice(0, 1);
  for (const choice of [...twice, ...choices.slice(0, wanted + 2)]) {
    if (made.length === wanted) break;
    if (made.length !== 1 || kind === 'number') referToOthers(run);
    const members = withTimes(plain, property, isList(schema) ? [choice] : choice);
    const exchange = await create(run, plain, () => members, { statuses });
    const key = exchange && keyOfItem(readRecord(exchange.answer), follower?.path ?? '');
    // In the place of a made-up id there is one of something.
    const { [property]: sent = choice } = asRecord(exchange?.item.made?.value) as Record<string, Json>;
    const value = isList(schema) ? ([sent].flat()[0] ?? choice) : sent;
    if (key !== undefined) made.push({ value, key });
  }
  if (made.length < wanted) {
    const counts = `of ${statuses.length} new items that differ in it ${made.length} were accepted`;
    run.untried(
      CHECK,
      operation,
      `fully with the filter ${parameter.name}: ${counts} (${statuses.join(', ')})`,
    );
  }
  return made;
}

/** With a time, the other times of the example move as well: they may have to follow each other. */
function withTimes({ made }: Case, property: string, value: Json): Readonly<Record<string, Json>> {
  const example = asRecord(made?.value) as Readonly<Record<string, Json>>;
  const timeIn = (one: unknown) =>
    /^\d{4}-\d\d-\d\dT/.test(String(one)) ? Date.parse(String(one)) : Number.NaN;
  const move = timeIn(value) - timeIn(example[property]);
  const moved = Object.entries(Number.isNaN(move) ? {} : example).flatMap(([name, one]) =>
    Number.isNaN(timeIn(one)) ? [] : [[name, new Date(timeIn(one) + move).toISOString()] as const],
  );
  return { ...Object.fromEntries(moved), [property]: value };
}

/** @returns undefined where it is not sure to be valid */
function withFilter(run: Run, plain: Case, { parameter }: Filter, wanted: Json): Case | undefined {
  const { pointer, name, schema } = parameter;
  const value = isList(schema) ? [wanted] : wanted;
  if (judgeParameter(run.material, parameter, value) !== 'kept') return undefined;
  return withParameter(plain, parameter, value, { mode: 'neutral', about: `${name} as a filter`, pointer });
}

/** @returns the pages of what is left; undefined where the request is refused, or not sure to be valid */
async function ask(run: Run, plain: Case, filter: Filter, wanted?: Json) {
  const item = wanted === undefined ? plain : withFilter(run, plain, filter, wanted);
  const found = item && (await readPages(run, item));
  return found && found.exchanges.length > 0 ? found : undefined;
}

async function holdOne(
  run: Run,
  plain: Case,
  filter: Filter,
  { value }: Made,
  made: readonly Made[],
): Promise<void> {
  const { parameter, property, kind, isLeast, isInclusive } = filter;
  const isBound = isLeast !== undefined;
  // What is above it and what is below it may stand far from each other.
  const large = { ...plain, query: largestSize(plain.operation) };
  const found = await ask(run, large, filter, value);
  if (!found || (isBound && !found.isWhole)) {
    const why = 'its pages did not end, or were refused';
    return isBound ? run.untried(CHECK, plain.operation, `with ${parameter.name}: ${why}`) : undefined;
  }
  run.countCheck(CHECK);
  const { exchanges, items, isWhole } = found;
  const wrong = exchanges.flatMap((page) => totalOf(page) ?? []).find(({ total }) => total !== items.length);
  if (isWhole && large.query.length > 0 && wrong) {
    const message = `With the filter ${parameter.name} there are ${items.length} items, and ${wrong.name} is ${wrong.total}.`;
    run.report('pagination_conformance', { message, pointer: parameter.pointer }, exchanges.slice(-1));
  }
  const side = isBound ? (isLeast ? 'from ' : 'up to ') : '';
  const report = (what: string, subject: string, shown: readonly Exchange[]) => {
    const message = `${isBound ? '' : 'The filter '}${parameter.name} asked for ${property} ${side}${show(value)}, and ${what}.`;
    run.report(CHECK, { message, pointer: parameter.pointer, subject }, shown);
  };
  const small = await ask(run, { ...plain, query: smallestSize(plain.operation) }, filter, value);
  for (const pages of [exchanges, small?.exchanges ?? []])
    for (const index of pages.keys()) {
      const first = pages.slice(0, index + 1);
      const other = otherThan(
        filter,
        first.flatMap((page) => itemsOf(page) ?? []),
        value,
      );
      if (other !== undefined) return report(`an item has ${other}`, property, first.slice(-2));
    }
  const path = makerOf(run, plain.operation)?.follower.path;
  const isIn = (all: Found | undefined, key: string | undefined) =>
    all?.items.some((item) => keyOfItem(item, path) === key) === true;
  const isMeant = (one: Made) => {
    const more =
      kind === 'number' ? placeOf(one.value) - placeOf(value) : one.value === value ? 0 : Number.NaN;
    return more === 0 ? isInclusive : isBound && (isLeast ? more > 0 : more < 0);
  };
  const missed = made.find((one) => one.key !== undefined && isMeant(one) && !isIn(found, one.key));
  // What the list does not show without a filter it need not show with one.
  if (isWhole && missed && isIn(await ask(run, large, filter), missed.key))
    report(`an item that has ${show(missed.value)} is not there`, 'missed', exchanges.slice(0, 1));
}

function otherThan(
  { kind, property, isLeast }: Filter,
  items: readonly unknown[],
  value: Json,
): string | undefined {
  const told = items
    .map((item) => (isRecord(item) ? item[property] : undefined))
    .filter((one) => one !== undefined && one !== null);
  if (kind === 'number') {
    const less = told.find((one) => placeOf(one) < placeOf(value));
    const more = told.find((one) => placeOf(one) > placeOf(value));
    const beyond = isLeast ? less : more;
    if (isLeast !== undefined) return beyond === undefined ? undefined : show(beyond);
    return less === undefined || more === undefined ? undefined : `${show(less)} and ${show(more)}`;
  }
  const plain = (text: unknown) => String(text).normalize('NFKC').trim().toLowerCase();
  const isAsked = (one: unknown) =>
    kind === 'text' ? plain(one).includes(plain(value)) : [one].flat().some((each) => isSame(value, each));
  const other = told.find((one) => !isAsked(one));
  return other === undefined ? undefined : show(other);
}
