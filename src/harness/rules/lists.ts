/** Lists: where their items stand, what makes one, and that their pages visit everything once. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, isRecord, type Operation, type Parameter, type Schema } from '../document/model.js';
import { isJsonBody, readExactJson, readJson, readRecord, writeJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { plainCase } from '../generation/cases.js';
import { alternatives, defaultOf, kindsOf, propertiesOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { create } from '../phases/attempt.js';
import {
  collectionOperation,
  followersOf,
  isWhole,
  type Named,
  nameIn,
  namesIn,
  type PathValues,
  plainName,
  type Resource,
  rename,
  sameName,
} from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { show, shownBy } from './compare-data.js';

export function itemsOf({ answer }: Pick<Exchange, 'answer'>): unknown[] | undefined {
  const body = readExactJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  return Array.isArray(items) ? items : undefined;
}

/** What a list declares of its items. */
export function itemSchema(operation: Operation): Schema | undefined {
  const all = alternatives(shownBy(operation, 200) ?? {});
  const lists = [...all, ...all.flatMap(({ properties = {} }) => Object.values(properties))];
  return lists.flatMap(alternatives).find(({ items }) => items !== undefined)?.items;
}

/** @param path of what is made: its last parameter may be the name of the member; without one every item has a key */
export function keyOfItem(item: unknown, path?: string): string | undefined {
  const name = path === undefined ? undefined : namesIn(path).at(-1);
  const id = isRecord(item)
    ? (item.id ?? (name === undefined ? undefined : sameName(item, name)[0]))
    : undefined;
  if (id !== undefined) return `id ${id}`;
  return path === undefined ? writeJson(item) : undefined;
}

/** The POST beside a list, where single items have a path of their own. */
export function makerOf(run: Run, { path }: Operation) {
  const maker = run.operations().find((one) => one.method === 'POST' && one.path === path);
  const follower = maker && followersOf(run, maker).find(isWhole);
  return maker && follower && { maker, follower };
}

/** @returns the list beside the resource that `path` names; undefined where there is none, or it is refused */
export async function listAround(
  run: Run,
  { path: template }: Named,
  path: PathValues,
  sender: Case['sender'] = 'self',
) {
  const list = collectionOperation(run, template, 'GET');
  if (!list) return undefined;
  const plain = plainCase(run.material, list, rename(path, template, list.path));
  const item: Case = { ...plain, mode: 'neutral', sender, about: 'the list' };
  const found = await readPages(run, withQuery(item, largestSize(list)));
  const [exchange] = found.exchanges;
  return exchange && { ...found, exchange };
}

/** @returns the page that shows it */
export async function findInList(
  run: Run,
  operation: Operation,
  path: PathValues,
  sender: Case['sender'] = 'self',
): Promise<Exchange | undefined> {
  const { exchanges = [] } = (await listAround(run, operation, path, sender)) ?? {};
  const key = `id ${nameIn(path, operation)}`;
  return exchanges.find((page) => itemsOf(page)?.some((item) => keyOfItem(item, operation.path) === key));
}

const CHECK = 'pagination_conformance';
/** Query parameters that say how much one answer holds, and where it starts. */
const SIZES = /^(limit|per_?page|page_?size|size|count|top|first|max_?results)$/i;
const STARTS =
  /^(page|page_?(number|index)|offset|skip|start|cursor|(starting_?)?after|before|page_?token)$/i;
const PAGES = /^page(_?(number|index|no))?$/i;
const OFFSETS = /^(offset|skip|start)$/i;
const TOTALS = /^total(_?(count|items|results|records|elements|hits))?$/i;
/** A member whose value a parameter takes. */
const CURSORS = /^next(_?(cursor|page_?token|token|page|offset|after|id))?$/i;
/** Where bodies have the address of the next page. */
const NEXT = [
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['paging', 'next'],
  ['pagination', 'next'],
];
/** Of a page: the first at which a list ends in time. */
const PAGE_SIZES = ['2', '1', '5', '20', '100'];
const LARGE = 1000;
/** How many pages of a list are read to check them, and to search them. */
const MOST_CHECKED = 60;
const MOST_SEARCHED = 10;
const MADE = 5;
const MOST_MADE = 30;

const integerIn = ({ parameters }: Operation, names: RegExp) =>
  parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' && names.test(name) && kindsOf(schema).includes('integer'),
  );

/** One page for all, as far as the document lets it. */
export function largestSize(operation: Operation): Case['query'] {
  const size = integerIn(operation, SIZES);
  const { maximum = LARGE } = (size && alternatives(size.schema)[0]) ?? {};
  return size ? [[size.name, String(maximum < LARGE ? maximum : LARGE)]] : [];
}

/** Pages that are as small as can be show what is true of the first alone. */
export function smallestSize(operation: Operation): Case['query'] {
  const size = integerIn(operation, SIZES);
  const { minimum = 1 } = (size && alternatives(size.schema)[0]) ?? {};
  return size ? [[size.name, String(Math.max(minimum, 1))]] : [];
}

const withQuery = (item: Case, more: Case['query']): Case => ({
  ...item,
  query: [...without(item, more).query, ...more],
});

const without = (item: Case, query: Case['query']): Case => ({
  ...item,
  query: item.query.filter(([name]) => query.every(([other]) => other !== name)),
});

/** How a list goes on after an answer. */
interface Walk {
  readonly pointer: string;
  /** `next links`, `pages`: for messages. */
  readonly name: string;
  readonly query: Case['query'];
  readonly isDeclared: boolean;
  /** Whether it begins with the first item for sure. */
  readonly isWhole: boolean;
  readonly isCounted: boolean;
  next(exchange: Exchange, items: readonly unknown[]): Case | undefined;
}

/** By links, or by a member of the body that a parameter takes; else by the number of a page, or of the items before it. */
function walkOf(run: Run, plain: Case): Walk {
  const { operation } = plain;
  const { name: sized } = integerIn(operation, SIZES) ?? {};
  const [, size] = plain.query.find(([other]) => other === sized) ?? [];
  const linked = pointerOfNext(operation);
  const follow = (exchange: Exchange): Case | undefined => {
    const url = nextOf(exchange, run.target.url);
    return url && { ...plain, ...addressOf(operation, url) };
  };
  const links = {
    pointer: linked ?? operation.pointer,
    name: 'next links',
    query: [],
    isDeclared: linked !== undefined,
    isWhole: true,
    isCounted: false,
    next: follow,
  };
  const page = integerIn(operation, PAGES);
  const counted = page ?? integerIn(operation, OFFSETS);
  if (linked !== undefined || !counted || size === undefined) return links;
  const { name, pointer } = counted;
  const { default: usual, minimum } = alternatives(counted.schema)[0] ?? {};
  const start = page ? (usual ?? minimum) : 0;
  const first = Number(start ?? 1);
  const next = (exchange: Exchange, items: readonly unknown[]): Case | undefined => {
    const { query } = exchange.item;
    const followed = follow(exchange);
    // It ends with the first answer that is not full.
    if (followed || items.length < Number(size)) return followed;
    const [, now = first] = query.find(([other]) => other === name) ?? [];
    return withQuery({ ...plain, query }, [[name, String(Number(now) + (page ? 1 : items.length))]]);
  };
  const query = [[name, String(first)] as const];
  const isWhole = start !== undefined;
  return { pointer, name: 'pages', query, isDeclared: true, isWhole, isCounted: true, next };
}

const addressOf = (
  operation: Operation,
  { pathname, search }: URL,
): Pick<Case, 'operation' | 'path' | 'query'> => ({
  operation: { ...operation, path: pathname, basePath: '' },
  path: {},
  query: [...new URLSearchParams(search)],
});

export interface Found {
  /** The pages that were answered as they should be. */
  readonly exchanges: readonly Exchange[];
  readonly items: readonly unknown[];
  /** Whether these are all pages: none was refused, and they came to an end. */
  readonly isWhole: boolean;
  /** The answer that has no items. */
  readonly refused?: Exchange | undefined;
}

/** @param most pages that are read */
export async function readPages(run: Run, first: Case, most = MOST_SEARCHED): Promise<Found> {
  const walk = walkOf(run, first);
  const exchanges: Exchange[] = [];
  const seen = new Set<string>();
  const found = (more: Pick<Found, 'isWhole' | 'refused'>): Found => ({
    exchanges,
    items: exchanges.flatMap((exchange) => itemsOf(exchange) ?? []),
    ...more,
  });
  for (let item: Case | undefined = first; item; ) {
    const exchange: Exchange = await run.send(item);
    // Some services have no page beyond the last.
    if (walk.isCounted && exchanges.length > 0 && exchange.answer.status === 404) break;
    const items = isSuccess(exchange.answer) ? itemsOf(exchange) : undefined;
    if (!items) return found({ isWhole: false, refused: exchange });
    exchanges.push(exchange);
    // Where pages are ignored, each shows the same.
    if (items.length > 0 && items.every((one) => seen.has(writeJson(one)))) break;
    for (const one of items) seen.add(writeJson(one));
    if (exchanges.length === most) return found({ isWhole: false });
    const next: Case | undefined = walk.next(exchange, items);
    item = next && { ...next, about: `the ${walk.name}` };
  }
  return found({ isWhole: true });
}

export async function pagination(run: Run, operation: Operation, { path }: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  const size = integerIn(operation, SIZES);
  const kept = size ? PAGE_SIZES.filter((text) => judgeParameter(run.material, size, text) === 'kept') : [];
  const sizes = kept.length > 0 ? kept : [undefined];
  const sized = (small: string | undefined) =>
    size && small !== undefined ? withQuery(plain, [[size.name, small]]) : plain;
  if (!walkOf(run, sized(sizes[0])).isDeclared) return;
  const made = await makeItems(run, operation, path);
  if (made.length < MADE && makerOf(run, operation))
    run.untried(CHECK, operation, `with ${MADE} new items: ${made.length} of them could be made`);
  for (const small of sizes) {
    const most = size && isLimit(operation, size) && small !== undefined ? Number(small) : Infinity;
    if (await follow(run, sized(small), made, { parameter: size, most })) return;
  }
  run.untried(CHECK, operation, `to its end: it has more than ${MOST_CHECKED} pages`);
}

/** What is left out means its declared default. */
export async function defaults(run: Run, operation: Operation, { path }: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  for (const { name, in: place, schema, pointer } of operation.parameters) {
    const usual = defaultOf(schema);
    // A filter may share the schema of what it asks for, whose default is that of new items.
    const isShared = defaultOf(propertiesOf(itemSchema(operation) ?? {})[name] ?? {}) === usual;
    if (place !== 'query' || usual === undefined || typeof usual === 'object' || isShared) continue;
    const about = `${name}=${usual}, its default, and without it`;
    const given = await run.send({ ...withQuery(plain, [[name, String(usual)]]), about });
    const without = await run.send({ ...plain, about });
    const [one, other] = [itemsOf(given), itemsOf(without)].map((items) => writeJson(items));
    // What changes from request to request says nothing.
    const again =
      one === other ? undefined : await run.send({ ...withQuery(plain, [[name, String(usual)]]), about });
    run.countCheck(CHECK);
    if (!again || !isSuccess(without.answer) || writeJson(itemsOf(again)) !== one) continue;
    const message = `Without ${name} the list is another than with its default, ${name}=${usual}.`;
    run.report(CHECK, { message, pointer, subject: 'default' }, [given, without]);
  }
}

const SORTS = /^(sort|order)(_?by|ing)?$/i;
const DIRECTIONS = /^(dir(ection)?|sort_?(order|dir(ection)?)|order(_?dir(ection)?)?)$/i;
const SORTED_BY = /^([-+]?)(.+?)(?:[ :_.](asc|desc)(?:ending)?)?$/i;

const queryNamed = ({ parameters }: Operation, names: RegExp) =>
  parameters.filter(({ in: place, name }) => place === 'query' && names.test(name));

/** Its words, also those that a pattern allows. */
function choicesOf(run: Run, parameter: Parameter): string[] {
  const [plain = {}] = alternatives(parameter.schema);
  const listed = plain.enum ?? alternatives(plain.items ?? {})[0]?.enum;
  return (listed ?? (plain.pattern === undefined ? [] : makeUp(run.material, plain))).map(String);
}

/** A list that is asked for by `sort=-pages`, or by `sort=pages` and `order=desc`, stands so. */
export async function ordering(run: Run, operation: Operation, { path }: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const isDirection = (one: Parameter) => choicesOf(run, one).some((choice) => /^desc/i.test(choice));
  const parameter = queryNamed(operation, SORTS).find((one) => !isDirection(one));
  const turned = queryNamed(operation, DIRECTIONS).find((one) => one !== parameter && isDirection(one));
  if (!parameter) return;
  const choices = choicesOf(run, parameter);
  const directions = turned ? choicesOf(run, turned) : [''];
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  for (const [choice, turn] of choices.flatMap((one) => directions.map((other) => [one, other] as const))) {
    const [, sign, name = '', direction = turn] = SORTED_BY.exec(choice) ?? [];
    await makeOrdered(run, operation, path, name);
    const query = [[parameter.name, choice] as const, ...largestSize(operation)];
    const asked = withQuery(plain, turned ? [...query, [turned.name, turn]] : query);
    const { exchanges, items } = await readPages(run, asked);
    const values = items
      .map((item) => asRecord(item)[name])
      .filter((value) => value !== undefined && value !== null);
    const isDown = sign === '-' || /^desc/i.test(direction);
    // `sort=rating` may mean the best first.
    const isSaid = sign !== '' || direction !== '' || choices.includes(`-${name}`);
    const isBeyond = (sides: number) => (value: unknown, index: number) =>
      index > 0 && compareInOrder(value, values[index - 1]) * sides > 0;
    const [rising, falling] = [values.findIndex(isBeyond(1)), values.findIndex(isBeyond(-1))];
    const wrong = isSaid ? (isDown ? rising : falling) : Math.min(rising, falling);
    if (values.length > 1) run.countCheck(CHECK);
    if (wrong < 0) continue;
    const subject = `${choice}${turn}`;
    const message = `${parameter.name}=${[choice, turn].join(' ').trim()} got an item with the ${name} ${show(values[wrong])} after one with ${show(values[wrong - 1])}.`;
    run.report(CHECK, { message, pointer: parameter.pointer, subject }, exchanges.slice(-1));
  }
}

/** Texts stand in more than one order: 0 unless all of them agree. */
function compareInOrder(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  const isTime = [one, other].every((text) => /^\d{4}-\d\d-\d\d/.test(text));
  if (isTime) return Date.parse(one) - Date.parse(other) || 0;
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  const orders = [one < other ? -1 : 1, left < right ? -1 : 1, Math.sign(one.localeCompare(other))];
  return one !== other && left !== right && new Set(orders).size === 1 ? (orders[0] ?? 0) : 0;
}

/** Items made in another order than they are asked for; numbers stand in another order as texts: 9 and 10. */
async function makeOrdered(run: Run, operation: Operation, path: PathValues, name: string): Promise<void> {
  const { maker } = makerOf(run, operation) ?? {};
  const body = maker?.bodies.find(isJsonBody);
  const { [name]: property } = body ? propertiesOf(body.schema) : {};
  if (!maker || !property) return;
  const values = makeUp(run.material, property).filter((value) => value !== null);
  const pairs = values.flatMap((one) =>
    values
      .filter(
        (other) => compareInOrder(one, other) < 0 && (typeof one !== 'number' || String(one) > String(other)),
      )
      .map((other) => [one, other, one]),
  );
  const plain = plainCase(run.material, maker, path, body);
  for (const value of pairs[0] ?? []) await create(run, plain, () => ({ [name]: value }));
}

/** A size is one of pages where there are pages. */
const isLimit = (operation: Operation, { name }: Parameter) =>
  /^(limit|per_?page|page_?size|max_?results)$/i.test(name) ||
  (/^size$/i.test(name) && integerIn(operation, PAGES) !== undefined);

/** In the list of this path. */
async function makeItems(run: Run, operation: Operation, path: PathValues): Promise<string[]> {
  const { maker, follower } = makerOf(run, operation) ?? {};
  const plain = maker && plainCase(run.material, maker, path);
  const keys: string[] = [];
  // One more than a page has where its size is left out.
  const usual = Number(defaultOf(integerIn(operation, SIZES)?.schema ?? {}) ?? 0);
  const wanted = usual < MOST_MADE ? Math.max(usual + 1, MADE) : MADE;
  for (let count = 0; plain && count < wanted; count += 1) {
    const made = await create(run, plain, () => ({}));
    const key = made && keyOfItem(readRecord(made.answer), follower?.path);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

interface Limited {
  readonly parameter: Parameter | undefined;
  readonly most: number;
}

async function follow(
  run: Run,
  sized: Case,
  made: readonly string[],
  { parameter, most }: Limited,
): Promise<boolean> {
  const { follower } = makerOf(run, sized.operation) ?? {};
  const keyOf = (item: unknown) => keyOfItem(item, follower?.path) ?? writeJson(item);
  const walk = walkOf(run, sized);
  const first = withQuery(sized, walk.query);
  const { exchanges, items, isWhole, refused } = await readPages(run, first, MOST_CHECKED);
  const tell = (message: string, subject: string, pointer = walk.pointer) => {
    run.report(CHECK, { message, pointer, subject }, [...exchanges, refused ?? []].flat().slice(-3));
    return true;
  };
  const large = exchanges.find((page) => (itemsOf(page)?.length ?? 0) > most && isOnlyList(page));
  if (large)
    return tell(
      `${parameter?.name}=${most} got ${itemsOf(large)?.length} items.`,
      'size',
      parameter?.pointer,
    );
  if (refused && exchanges.length > 0)
    return tell(`The ${walk.name} end with ${refused.answer.status}.`, 'broken');
  if (!isWhole) return refused !== undefined;
  if (exchanges.length < 2) return true;
  run.countCheck(CHECK);
  const keys = items.map(keyOf);
  const twice = keys.filter(
    (key, index) => keys.indexOf(key) < index && (!walk.isCounted || key.startsWith('id ')),
  );
  if (twice.length > 0)
    return tell(`The ${walk.name} show ${twice.length} items twice, for instance ${twice[0]}.`, 'twice');
  if (!walk.isWhole && !(await isFirstPage(run, first, walk, exchanges[0]))) return true;
  const whole = await readWhole(run, first, walk);
  const shown = (itemsOf(whole) ?? []).map(keyOf).filter((key) => key.startsWith('id '));
  // A list that is counted may leave out what is new, on all of its pages.
  const expected = [...(walk.isCounted ? [] : made), ...(isSuccess(whole.answer) ? shown : [])];
  const missed = expected.filter((key) => !keys.includes(key));
  if (missed.length > 0)
    return tell(`The ${walk.name} leave out ${missed.length} items, for instance ${missed[0]}.`, 'missed');
  const totals = [...exchanges, whole].flatMap((exchange) => totalOf(exchange) ?? []);
  const wrong = totals.find(({ total }) => total !== items.length);
  if (wrong)
    return tell(`The ${walk.name} have ${items.length} items, and ${wrong.name} is ${wrong.total}.`, 'total');
  return true;
}

function isOnlyList({ answer }: Exchange): boolean {
  const body = readJson(answer);
  return !isRecord(body) || Object.values(body).filter(Array.isArray).length === 1;
}

export function totalOf(exchange: Exchange): { name: string; total: number } | undefined {
  const body = asRecord(readJson(exchange.answer));
  const [header] = Object.entries(exchange.answer.headers).filter(([name]) =>
    /^x-total(-count)?$/.test(name),
  );
  if (header && isSuccess(exchange.answer)) return { name: header[0], total: Number(header[1]) };
  const found = [body, ...Object.values(body).filter(isRecord)]
    .flatMap((one) => Object.entries(one))
    .find(([name, value]) => TOTALS.test(name) && typeof value === 'number');
  const isMeant = found && isSuccess(exchange.answer) && isOnlyList(exchange);
  return isMeant ? { name: found[0], total: Number(found[1]) } : undefined;
}

/** Whether the list begins so without a number, too. */
async function isFirstPage(run: Run, first: Case, { query }: Walk, begin: Exchange | undefined) {
  const { answer } = await run.send({ ...without(first, query), about: 'without the number of a page' });
  return begin?.answer.bytes.equals(answer.bytes) === true;
}

function readWhole(run: Run, first: Case, { query }: Walk): Promise<Exchange> {
  const item = withQuery(without(first, query), largestSize(first.operation));
  return run.send({ ...item, about: 'the whole list' });
}

/** @returns where the list declares its link to the next page; undefined when it declares none */
function pointerOfNext(operation: Operation): string | undefined {
  const success = operation.responses['200'] ?? operation.responses['2XX'];
  if (Object.keys(success?.headers ?? {}).some((name) => name.toLowerCase() === 'link'))
    return `${success?.pointer}/headers/Link`;
  const shown = shownBy(operation, 200);
  const isInBody = shown && (NEXT.some((steps) => declares(shown, steps)) || hasCursor(operation, shown));
  return isInBody ? `${success?.pointer}/content` : undefined;
}

function declares(schema: Schema, [name = '', ...rest]: readonly string[]): boolean {
  const all = alternatives(schema);
  const member = all.map(({ properties }) => properties?.[name]).find((one) => one !== undefined);
  return member !== undefined && (rest.length === 0 || declares(member, rest));
}

const hasCursor = (operation: Operation, schema: Schema) =>
  alternatives(schema).some(({ properties = {} }) =>
    Object.keys(properties).some(
      (name) => CURSORS.test(name) && (name === 'next' || cursorParameter(operation, name) !== undefined),
    ),
  );

/** `next_page_token` feeds `page_token`, and `next` what the list starts by. */
function cursorParameter({ parameters }: Operation, member: string): Parameter | undefined {
  const wanted = plainName(member).replace(/^next/, '').replace(/^id$/, '');
  return parameters.find(
    ({ in: place, name }) => place === 'query' && STARTS.test(name) && plainName(name).endsWith(wanted),
  );
}

function nextOf({ item, request, answer }: Exchange, url: URL): URL | undefined {
  const [, target] =
    /<([^>]*)>(?=[^<]*;\s*rel="?(?:[^"]*\s)?next[\s";,]?)/i.exec(answer.headers.link ?? '') ?? [];
  const base = new URL(request.target, url);
  const body = asRecord(readJson(answer));
  const linked = [['next'], ...NEXT].map((steps) =>
    steps.reduce<unknown>((node, step) => asRecord(node)[step], body),
  );
  const found = target ?? linked.find((one) => typeof one === 'string' && /^(https?:\/\/|[/?])/.test(one));
  if (typeof found === 'string') return URL.canParse(found, base.href) ? new URL(found, base) : undefined;
  for (const [member, cursor] of Object.entries(body)) {
    const taken = CURSORS.test(member) ? cursorParameter(item.operation, member) : undefined;
    if (!taken || !['string', 'number'].includes(typeof cursor) || cursor === '') continue;
    base.searchParams.set(taken.name, String(cursor));
    return base;
  }
  return undefined;
}
