/** A filter leaves only what it allows, and all items of a list parameter count alike. */
import { type Case, isSuccess } from '../case.js';
import {
  asList,
  isRecord,
  type Json,
  type Operation,
  type Parameter,
  type Schema,
} from '../document/model.js';
import { isJsonBody, readJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { plainCase } from '../generation/cases.js';
import { alternatives, kindOf, propertiesOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { withParameter } from '../generation/write.js';
import type { Exchange, Run } from '../run.js';
import { CHECK, isSame, show, shownBy } from './compare-data.js';
import { at, hasEnd, itemsOf, keyOfItem, makerOf, nextOf } from './lists.js';
import { withBody } from './stored-data.js';

/** Parameters that choose a part of the list, an order or a form: an item may have a member of the same name. */
const NO_FILTERS =
  /^(page|limit|size|count|offset|cursor|after|before|sort|order|q|query|search|fields|include|expand|format)$/i;

const MOST_PAGES = 10;

/** A parameter, or a member of one that is an object, that asks for items by a property of theirs. */
interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
  /** Of the property. */
  readonly schema: Schema;
  /** The parameter takes a list of values. */
  readonly isList: boolean;
  /** Of one of the items. */
  readonly path: string;
  /** The parameter's value that asks for these values of the property. */
  ask(values: readonly Json[]): Json;
}

export async function filters(run: Run, operation: Operation, path: Case['path']): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const filtered = operation.parameters.filter(({ in: place }) => place === 'query');
  const found = filtered.flatMap((parameter) => filtersOf(run, operation, parameter));
  for (const filter of found) {
    const values = await makeItems(run, operation, filter);
    const plain = { ...plainCase(run.material, operation, 'coverage', path), mode: 'neutral' as const };
    for (const { value } of values) await holdOne(run, plain, filter, value);
    if (filter.isList) await holdSeveral(run, plain, filter, values);
  }
}

/** Where name and type are those of a property of the items: a number may be a limit, and a text a part of one. */
function filtersOf(run: Run, operation: Operation, parameter: Parameter): Filter[] {
  const shown = shownBy(operation, 200);
  const item = shown && itemSchema(run, shown);
  if (!item) return [];
  const properties = propertiesOf(item);
  const make = (name: string, schema: Schema, isWithin: boolean): Filter[] => {
    const { [name]: property } = properties;
    if (!property || NO_FILTERS.test(name)) return [];
    const [asked] = alternatives(schema);
    const [own] = alternatives(property);
    const isList = asked !== undefined && kindOf(asked) === 'array';
    const one = isList ? alternatives(asked.items ?? {})[0] : asked;
    const isListOfItems = own !== undefined && kindOf(own) === 'array';
    const of = isListOfItems ? alternatives(own.items ?? {})[0] : own;
    if (!one || !of || !isExact(one) || kindOf(one) !== kindOf(of)) return [];
    const ask = (values: readonly Json[]) => {
      const value = isList ? [...values] : (values[0] ?? null);
      return isWithin ? { [name]: value } : value;
    };
    const path = makerOf(run, operation)?.follower.path;
    return path === undefined ? [] : [{ parameter, property: name, schema: property, isList, path, ask }];
  };
  const members = alternatives(parameter.schema).flatMap(({ properties: inner = {} }) =>
    Object.entries(inner),
  );
  return members.length > 0
    ? members.flatMap(([name, schema]) => make(name, schema, true))
    : make(parameter.name, parameter.schema, false);
}

/** Values that are the same or are not. */
const isExact = ({ enum: choices, const: only, format, pattern, ...schema }: Schema) =>
  choices !== undefined ||
  only !== undefined ||
  format === 'uuid' ||
  kindOf(schema) === 'boolean' ||
  (pattern !== undefined && kindOf({ ...schema, pattern }) === 'string');

const itemSchema = (_run: Run, schema: Schema): Schema | undefined => {
  const all = alternatives(schema);
  const lists = [...all, ...all.flatMap(({ properties = {} }) => Object.values(properties))];
  return lists.flatMap((one) => alternatives(one)).find(({ items }) => items !== undefined)?.items;
};

interface Made {
  readonly value: Json;
  readonly key: string;
}

/** @returns two items that differ in the property, as far as the service takes them */
async function makeItems(run: Run, operation: Operation, { property, schema }: Filter): Promise<Made[]> {
  const made: Made[] = [];
  const [own = {}] = alternatives(schema);
  const isListOfItems = kindOf(own) === 'array';
  const choices = [
    ...new Set([...asList(own.enum), ...makeUp(run.material, isListOfItems ? (own.items ?? {}) : schema)]),
  ];
  const { maker, follower } = makerOf(run, operation) ?? {};
  const body = maker?.bodies.find(isJsonBody);
  if (!maker || !follower || !body) return [];
  for (const choice of choices.filter((one) => one !== null).slice(0, 4) as Json[]) {
    if (made.length === 2) break;
    const plain = plainCase(run.material, maker, 'coverage', {}, body);
    const base = isRecord(plain.made?.value) ? plain.made.value : {};
    const item = withBody(run, plain, body, {
      ...base,
      [property]: isListOfItems ? [choice] : choice,
    } as Json);
    const exchange =
      item && (await run.send({ ...item, mode: 'neutral', about: `${property}: ${show(choice)}` }));
    if (!exchange || !isSuccess(exchange.answer)) continue;
    const key = keyOfItem(readJson(exchange.answer), follower.path);
    if (key !== undefined) made.push({ value: choice, key });
  }
  return made;
}

async function holdOne(run: Run, plain: Case, filter: Filter, value: Json): Promise<void> {
  let exchange = await ask(run, plain, filter, [value]);
  if (!exchange) return;
  run.countCheck(CHECK);
  const { parameter, property } = filter;
  let isLost = false;
  const exchanges: Exchange[] = [];
  while (exchange && exchanges.length < MOST_PAGES) {
    exchanges.push(exchange);
    const other = otherThan(exchange, property, value);
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
function otherThan(exchange: Exchange, property: string, value: Json): string | undefined {
  const told = itemsOf(exchange)?.map((item) => (isRecord(item) ? item[property] : undefined)) ?? [];
  const other = told.find((one) => one !== undefined && ![one].flat().some((each) => isSame(value, each)));
  return other === undefined ? undefined : show(other);
}

/** Whether items need one of the values or all of them, it is the same for each value. */
async function holdSeveral(run: Run, plain: Case, filter: Filter, made: readonly Made[]): Promise<void> {
  const [first, second] = made;
  if (!first || !second || !hasEnd(run, plain.operation)) return;
  const keysFor = async (values: readonly Json[]) => {
    const exchanges = await askAll(run, plain, filter, values);
    const keys = exchanges?.flatMap((one) => itemsOf(one)?.map((item) => keyOfItem(item, filter.path)) ?? []);
    return exchanges && keys && { exchanges, has: ({ key }: Made) => keys.includes(key) };
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
  const exchanges: Exchange[] = [];
  for (let exchange = await ask(run, plain, filter, values); exchange; ) {
    exchanges.push(exchange);
    const next = nextOf(exchange, run.target.url);
    if (!next) return exchanges;
    if (exchanges.length === MOST_PAGES) return undefined;
    exchange = await run.send({ ...at(plain.operation, plain, next), about: 'the next link' });
  }
  return undefined;
}

async function ask(
  run: Run,
  plain: Case,
  { parameter, ask: write }: Filter,
  values: readonly Json[],
): Promise<Exchange | undefined> {
  const value = write(values);
  if (judgeParameter(run.material, parameter, value) !== 'kept') return undefined;
  const what = {
    mode: 'neutral',
    about: `${parameter.name} as a filter`,
    pointer: parameter.pointer,
  } as const;
  const item = withParameter(plain, parameter, value, what);
  const exchange = item && (await run.send(item));
  return exchange && isSuccess(exchange.answer) ? exchange : undefined;
}
