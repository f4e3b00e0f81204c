/** A filter leaves only what it allows, and all items of a list parameter count alike. */
import { type Case, isSuccess } from '../case.js';
import {
  asList,
  asRecord,
  type Body,
  isRecord,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '../document/model.js';
import { isJsonBody, readJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { freshText, plainCase, randomBody, withFreshTexts } from '../generation/cases.js';
import { alternatives, kindOf, propertiesOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { withParameter } from '../generation/write.js';
import { referToOthers } from '../phases/prepare.js';
import type { Exchange, Run } from '../run.js';
import { CHECK, isSame, show, shownBy } from './compare-data.js';
import { at, hasEnd, itemsOf, keyOfItem, largestSize, makerOf, nextOf, pagesFrom } from './lists.js';
import { withBody } from './stored-data.js';

/** Parameters that choose a part of the list, an order or a form: an item may have a member of the same name. */
const NO_FILTERS =
  /^(page|limit|size|count|offset|cursor|after|before|sort|order|q|query|search|fields|include|expand|format|min|max|from|to|since|until)$/i;

const MOST_PAGES = 10;
const TRIES = 3;

/** A parameter, or a member of one that is an object, that asks for items by a property of theirs. */
interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
  /** Of the property. */
  readonly schema: Schema;
  /** The parameter takes a list of values. */
  readonly isList: boolean;
  /** Of one of the items; undefined where none has a path. */
  readonly path: string | undefined;
  readonly kind: Kind;
  /** The parameter's value that asks for these values of the property. */
  ask(values: readonly Json[]): Json;
}

/** Whether values are the same or are not; or a text may be asked for by a part of it, and a number be a limit. */
type Kind = 'exact' | 'text' | 'number';

export async function filters(run: Run, operation: Operation, path: Case['path']): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  for (const bound of boundsOf(run, operation)) {
    const values = await makeItems(run, operation, bound, path);
    const plain = { ...plainCase(run.material, operation, 'coverage', path), mode: 'neutral' as const };
    await holdBound(run, plain, bound, values);
  }
  const filtered = operation.parameters.filter(({ in: place }) => place === 'query');
  const found = filtered.flatMap((parameter) => filtersOf(run, operation, parameter));
  for (const filter of found) {
    const values = await makeItems(run, operation, filter, path);
    const plain = { ...plainCase(run.material, operation, 'coverage', path), mode: 'neutral' as const };
    for (const { value } of askedFor(filter, values)) await holdOne(run, plain, filter, value);
    if (filter.isList) await holdSeveral(run, plain, filter, values);
  }
}

/** Where name and type are those of a property of the items. */
function filtersOf(run: Run, operation: Operation, parameter: Parameter): Filter[] {
  const shown = shownBy(operation, 200);
  const item = shown && itemSchema(shown);
  if (!item) return [];
  const properties = Object.fromEntries(
    alternatives(item).flatMap((plain) => Object.entries(plain.properties ?? {})),
  );
  const make = (name: string, schema: Schema, isWithin: boolean): Filter[] => {
    const { [name]: property } = properties;
    if (!property || NO_FILTERS.test(name)) return [];
    const [asked] = alternatives(schema);
    const [own] = alternatives(property);
    const isList = asked !== undefined && kindOf(asked) === 'array';
    const one = isList ? alternatives(asked.items ?? {})[0] : asked;
    const isListOfItems = own !== undefined && kindOf(own) === 'array';
    const of = isListOfItems ? alternatives(own.items ?? {})[0] : own;
    const kind = one && kindOfFilter(one, parameter.description);
    if (!one || !of || !kind || kindOf(one) !== kindOf(of)) return [];
    // Of a list of values, those that are the same or not can be told apart.
    if (kind !== 'exact' && (isList || isListOfItems)) return [];
    const ask = (values: readonly Json[]) => {
      const value = isList ? [...values] : (values[0] ?? null);
      return isWithin ? { [name]: value } : value;
    };
    const path = makerOf(run, operation)?.follower.path;
    return [{ parameter, property: name, schema: property, isList, path, kind, ask }];
  };
  const members = alternatives(parameter.schema).flatMap(({ properties: inner = {} }) =>
    Object.entries(inner),
  );
  return members.length > 0
    ? members.flatMap(([name, schema]) => make(name, schema, true))
    : make(parameter.name, parameter.schema, false);
}

interface Bound extends Filter {
  readonly isLeast: boolean;
  /** What a description says leaves open whether the bound itself is in. */
  readonly isInclusive: boolean;
}

/** `minPrice`, `max_price` and `price_max`. */
const BOUND = /^(min|max)(?:imum)?_?(.+)$/i;
const BOUND_AT_END = /^(.+?)_?(min|max)(?:imum)?$/i;
const INCLUSIVE = /inclusive|at (most|least)|or (equal|more|less|fewer)|up to|no (more|less)|including/i;
const EXCLUSIVE =
  /exclusive|less|lower|fewer|more|greater|higher|above|below|over|under|beyond|exceed|not includ/i;

/** Numbers that limit a number of the items. */
function boundsOf(run: Run, operation: Operation): Bound[] {
  const shown = shownBy(operation, 200);
  const item = shown && itemSchema(shown);
  const properties = item ? alternatives(item).flatMap((one) => Object.entries(one.properties ?? {})) : [];
  const plain = (text: string) => text.replace(/[_-]/g, '').toLowerCase();
  const isNumber = (schema: Schema) =>
    ['integer', 'number'].includes(kindOf(alternatives(schema)[0] ?? {}) ?? '');
  return operation.parameters.flatMap((parameter): Bound[] => {
    const { in: place, name, description, schema } = parameter;
    const [, first, rest] = BOUND.exec(name) ?? [];
    const [, before, last] = BOUND_AT_END.exec(name) ?? [];
    const [side, named] = [first ?? last, rest ?? before];
    const property = named && properties.find(([one, own]) => plain(one) === plain(named) && isNumber(own));
    if (place !== 'query' || !side || !property || !isNumber(schema)) return [];
    const path = makerOf(run, operation)?.follower.path;
    const ask = ([value = null]: readonly Json[]) => value;
    const isInclusive = INCLUSIVE.test(description) || !EXCLUSIVE.test(description);
    const isLeast = side.toLowerCase() === 'min';
    const base = { parameter, property: property[0], schema: property[1], isList: false, path, ask };
    return [{ ...base, kind: 'number', isLeast, isInclusive }];
  });
}

/** The one in the middle is the bound: one of the others is beyond it. */
async function holdBound(run: Run, plain: Case, bound: Bound, values: readonly Made[]): Promise<void> {
  const { isLeast, isInclusive, parameter, property } = bound;
  const [made] = askedFor(bound, values);
  const value = made?.value;
  if (!made || (typeof value !== 'number' && typeof value !== 'bigint')) return;
  const exchanges = await askAll(run, plain, bound, [value]);
  const [first] = exchanges ?? [];
  if (!exchanges || !first) {
    run.untried(CHECK, plain.operation, `with ${parameter.name}: its pages did not end, or were refused`);
    return;
  }
  run.countCheck(CHECK);
  const items = exchanges.flatMap((exchange) => itemsOf(exchange) ?? []);
  const told = items.flatMap((item) => {
    const number = isRecord(item) ? item[property] : undefined;
    return typeof number === 'number' || typeof number === 'bigint' ? [number] : [];
  });
  const report = (what: string, subject: string, shown: readonly Exchange[]) => {
    const message = `${parameter.name} asked for ${property} ${isLeast ? 'from' : 'up to'} ${show(value)}, and ${what}.`;
    run.report(CHECK, { message, pointer: parameter.pointer, subject }, shown);
  };
  const beyond = told.find((number) => (isLeast ? number < value : number > value));
  if (beyond !== undefined) report(`an item has ${show(beyond)}`, 'beyond', exchanges.slice(-1));
  const isThere = items.some((item) => keyOfItem(item, bound.path) === made.key);
  if (isInclusive && !isThere && made.key !== undefined) {
    // What the list does not show without a bound it need not show with one.
    const all = await askAll(run, plain, bound, []);
    const isListed = all?.some((one) =>
      itemsOf(one)?.some((item) => keyOfItem(item, bound.path) === made.key),
    );
    if (isListed) report('an item that has just this is not there', 'at the bound', exchanges.slice(0, 1));
  }
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

function itemSchema(schema: Schema): Schema | undefined {
  const all = alternatives(schema);
  const lists = [...all, ...all.flatMap(({ properties = {} }) => Object.values(properties))];
  return lists.flatMap((one) => alternatives(one)).find(({ items }) => items !== undefined)?.items;
}

interface Made {
  readonly value: Json;
  readonly key: string | undefined;
}

/** Of numbers the one in the middle: what is above it and what is below it shows that it is no limit either. */
const askedFor = ({ kind }: Filter, made: readonly Made[]) =>
  kind === 'number'
    ? made.toSorted((one, other) => Number(one.value) - Number(other.value)).slice(1, -1)
    : made;

/** @returns items that differ in the property, as far as the service takes them; values alone where it makes none */
async function makeItems(
  run: Run,
  operation: Operation,
  filter: Filter,
  path: Case['path'],
): Promise<readonly Made[]> {
  const { property, schema, parameter, kind } = filter;
  const wanted = kind === 'number' ? 3 : 2;
  const [own = {}] = alternatives(schema);
  const isListOfItems = kindOf(own) === 'array';
  const of = isListOfItems ? (own.items ?? {}) : schema;
  const texts = kind === 'text' ? [0, 1, 2].map(() => freshText(run.material, of, '', run.nextSeed())) : [];
  const choices = [...new Set([...texts, ...asList(own.enum), ...makeUp(run.material, of)])].filter(
    (one): one is Json => one !== null && one !== undefined && one !== '',
  );
  const { maker } = makerOf(run, operation) ?? {};
  const body = maker?.bodies.find(isJsonBody);
  const isTaken = body !== undefined && propertiesOf(body.schema)[property] !== undefined;
  if (!maker || !isTaken) {
    // What is there already shows an exact filter that is ignored.
    if (kind === 'exact') return choices.slice(0, wanted).map((value) => ({ value, key: undefined }));
    run.untried(
      CHECK,
      operation,
      `with the filter ${parameter.name}: no request makes items with a ${property}`,
    );
    return [];
  }
  const made: Made[] = [];
  const statuses: number[] = [];
  for (const choice of choices.slice(0, wanted + 2)) {
    if (made.length === wanted) break;
    referToOthers(run);
    const exchange = await makeItem(
      run,
      maker,
      body,
      path,
      { [property]: isListOfItems ? [choice] : choice },
      statuses,
    );
    const key = exchange && keyOfItem(readJson(exchange.answer), filter.path ?? '');
    // In the place of a made-up id there is one of something.
    const { [property]: sent = choice } = asRecord(exchange?.item.made?.value) as Record<string, Json>;
    const value = isListOfItems ? ([sent].flat()[0] ?? choice) : sent;
    if (key !== undefined) made.push({ value, key });
  }
  if (made.length < wanted)
    run.untried(
      CHECK,
      operation,
      `fully with the filter ${parameter.name}: of ${statuses.length} new items that differ in it ${made.length} were accepted (${statuses.join(', ')})`,
    );
  return made;
}

/** The example with other texts, else what is made up: of what it names there may be one. */
async function makeItem(
  run: Run,
  maker: Operation,
  body: Body,
  path: Case['path'],
  members: Readonly<Record<string, Json>>,
  statuses: number[],
): Promise<Exchange | undefined> {
  const plain = plainCase(run.material, maker, 'coverage', path, body);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seed = run.nextSeed();
    const base =
      tries === 0 ? withFreshTexts(run.material, plain, seed) : randomBody(run.material, plain, seed, body);
    const value = isRecord(base?.made?.value) ? base.made.value : {};
    const item = withBody(run, plain, body, { ...value, ...members } as Json);
    const exchange = item && (await run.send({ ...item, mode: 'neutral', about: show(members) }));
    if (exchange) statuses.push(exchange.answer.status);
    if (exchange && isSuccess(exchange.answer)) return exchange;
  }
  return undefined;
}

async function holdOne(run: Run, plain: Case, filter: Filter, value: Json): Promise<void> {
  // What is above it and what is below it may stand far from each other.
  const query = filter.kind === 'number' ? largestSize(plain.operation) : plain.query;
  let exchange = await ask(run, { ...plain, query }, filter, [value]);
  if (!exchange) return;
  run.countCheck(CHECK);
  const { parameter, property } = filter;
  let isLost = false;
  const exchanges: Exchange[] = [];
  const items: unknown[] = [];
  while (exchange && exchanges.length < MOST_PAGES) {
    exchanges.push(exchange);
    items.push(...(itemsOf(exchange) ?? []));
    const other = otherThan(filter, items, value);
    if (other !== undefined) {
      const where = exchanges.length === 1 ? 'an item' : 'an item of a further page';
      const message = `The filter ${parameter.name} asked for ${property} ${show(value)}, and ${where} has ${other}.`;
      const violation = { message, pointer: parameter.pointer, subject: property };
      run.report(isLost ? 'pagination_conformance' : CHECK, violation, exchanges.slice(-2));
      return;
    }
    const next = nextOf(exchange, run.target.url);
    // A link with the filter in it leads to a filter that does not filter.
    isLost ||=
      next !== undefined && ![...next.searchParams.keys()].some((name) => name.startsWith(parameter.name));
    exchange = next && (await run.send({ ...at(plain.operation, plain, next), about: 'the next link' }));
  }
}

/** @returns what an item has instead */
function otherThan({ kind, property }: Filter, items: readonly unknown[], value: Json): string | undefined {
  const told = items
    .map((item) => (isRecord(item) ? item[property] : undefined))
    .filter((one) => one !== undefined && one !== null);
  if (kind === 'number') {
    const [less, more] = [
      told.find((one) => Number(one) < Number(value)),
      told.find((one) => Number(one) > Number(value)),
    ];
    return less === undefined || more === undefined ? undefined : `${show(less)} and ${show(more)}`;
  }
  const plain = (text: unknown) => String(text).normalize('NFKC').trim().toLowerCase();
  const isAsked = (one: unknown) =>
    kind === 'text' ? plain(one).includes(plain(value)) : [one].flat().some((each) => isSame(value, each));
  const other = told.find((one) => !isAsked(one));
  return other === undefined ? undefined : show(other);
}

/** Whether items need one of the values or all of them, it is the same for each value. */
async function holdSeveral(run: Run, plain: Case, filter: Filter, made: readonly Made[]): Promise<void> {
  const [first, second] = made;
  if (!first || !second || !hasEnd(plain.operation)) return;
  const keysFor = async (values: readonly Json[]) => {
    const exchanges = await askAll(run, plain, filter, values);
    const keys = exchanges?.flatMap((one) => itemsOf(one)?.map((item) => keyOfItem(item, filter.path)) ?? []);
    return (
      exchanges && keys && { exchanges, has: ({ key }: Made) => key !== undefined && keys.includes(key) }
    );
  };
  const [one, other] = [await keysFor([first.value]), await keysFor([second.value])];
  // Only of a filter that works.
  if (!one?.has(first) || !other?.has(second)) return;
  const both = await keysFor([first.value, second.value]);
  if (!both || both.has(first) === both.has(second)) return;
  const [counted, ignored] = both.has(first) ? [first, second] : [second, first];
  const message = `The filter ${filter.parameter.name} got ${show(first.value)} and ${show(second.value)}, and finds items of ${show(counted.value)} alone, not of ${show(ignored.value)}.`;
  run.report(
    CHECK,
    { message, pointer: filter.parameter.pointer, subject: 'several' },
    both.exchanges.slice(0, 1),
  );
}

/** @returns all pages; undefined when they do not end */
async function askAll(
  run: Run,
  plain: Case,
  filter: Filter,
  values: readonly Json[],
): Promise<Exchange[] | undefined> {
  const exchange = await ask(run, { ...plain, query: largestSize(plain.operation) }, filter, values);
  return exchange && pagesFrom(run, plain, exchange);
}

async function ask(
  run: Run,
  plain: Case,
  { parameter, ask: write }: Filter,
  values: readonly Json[],
): Promise<Exchange | undefined> {
  const what = {
    mode: 'neutral',
    about: `${parameter.name} as a filter`,
    pointer: parameter.pointer,
  } as const;
  if (values.length === 0) return successOf(await run.send({ ...plain, ...what }));
  const value = write(values);
  if (judgeParameter(run.material, parameter, value) !== 'kept') return undefined;
  const item = withParameter(plain, parameter, value, what);
  return item && successOf(await run.send(item));
}

const successOf = (exchange: Exchange) => (isSuccess(exchange.answer) ? exchange : undefined);
