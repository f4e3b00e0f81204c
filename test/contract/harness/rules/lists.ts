/** Lists: where their items stand, what makes one, and that their pages visit everything once. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, isRecord, type Operation, type Parameter, type Schema } from '../document/model.js';
import { isJsonBody, readJson, writeJson } from '../document/parse.js';
import { makeUp } from '../generation/arbitrary.js';
import { plainCase } from '../generation/cases.js';
import { alternatives, kindsOf, propertiesOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { create } from '../phases/attempt.js';
import {
  collectionOperation,
  followersOf,
  isWhole,
  nameIn,
  namesIn,
  type PathValues,
  plainName,
  type Resource,
  rename,
} from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { shownBy } from './compare-data.js';

export function itemsOf({ answer }: Pick<Exchange, 'answer'>): unknown[] | undefined {
  const body = readJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  return Array.isArray(items) ? items : undefined;
}

/** @param path of what is made: its last parameter may be the name of the member; without one every item has a key */
export function keyOfItem(item: unknown, path?: string): string | undefined {
  const name = path === undefined ? undefined : namesIn(path).at(-1);
  const id = isRecord(item) ? (item.id ?? (name === undefined ? undefined : item[name])) : undefined;
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
  { path: template }: Operation,
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

const SORTS = /^(sort|order)(_?by|ing)?$/i;
const SORTED_BY = /^([-+]?)(.+?)(?:[ :_](asc|desc)(?:ending)?)?$/i;

/** A list that is asked for by `sort=-pages` or the like stands so, where the member is a number or a time. */
export async function ordering(run: Run, operation: Operation, { path }: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const parameter = operation.parameters.find(({ in: place, name }) => place === 'query' && SORTS.test(name));
  const [plainSchema = {}] = alternatives(parameter?.schema ?? {});
  const choices = plainSchema.enum ?? alternatives(plainSchema.items ?? {})[0]?.enum ?? [];
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  for (const choice of parameter ? choices.map(String) : []) {
    const [, sign, name = '', direction = ''] = SORTED_BY.exec(choice) ?? [];
    await makeNumbers(run, operation, path, name);
    const query = [[parameter?.name ?? '', choice] as const, ...largestSize(operation)];
    const { exchanges, items } = await readPages(run, withQuery(plain, query));
    const values = items
      .map((item) => placeInOrder(asRecord(item)[name]))
      .filter((value) => !Number.isNaN(value));
    const isDown = sign === '-' || /^desc/i.test(direction);
    // `sort=rating` may mean the best first.
    const isSaid = sign !== '' || direction !== '' || choices.includes(`-${name}`);
    const rising = values.findIndex((value, index) => index > 0 && value > Number(values[index - 1]));
    const falling = values.findIndex((value, index) => index > 0 && value < Number(values[index - 1]));
    const wrong = isSaid ? (isDown ? rising : falling) : Math.min(rising, falling);
    if (values.length > 1) run.countCheck(CHECK);
    if (wrong < 0) continue;
    const message = `${parameter?.name}=${choice} got an item with the ${name} ${values[wrong]} after one with ${values[wrong - 1]}.`;
    run.report(CHECK, { message, pointer: parameter?.pointer ?? '', subject: choice }, exchanges.slice(-1));
  }
}

/** Two items whose numbers stand in another order as texts: 9 and 10. */
async function makeNumbers(run: Run, operation: Operation, path: PathValues, name: string): Promise<void> {
  const { maker } = makerOf(run, operation) ?? {};
  const body = maker?.bodies.find(isJsonBody);
  const { [name]: property } = body ? propertiesOf(body.schema) : {};
  if (!maker || !property) return;
  const numbers = makeUp(run.material, property).filter((value) => typeof value === 'number');
  const pairs = numbers.flatMap((one) =>
    numbers.filter((other) => one < other && String(one) > String(other)).map((other) => [one, other]),
  );
  const plain = plainCase(run.material, maker, path, body);
  for (const value of pairs[0] ?? []) await create(run, plain, () => ({ [name]: value }));
}

const placeInOrder = (value: unknown) =>
  typeof value === 'number'
    ? value
    : /^\d{4}-\d\d-\d\d/.test(String(value))
      ? Date.parse(String(value))
      : Number.NaN;

/** A size is one of pages where there are pages. */
const isLimit = (operation: Operation, { name }: Parameter) =>
  /^(limit|per_?page|page_?size|max_?results)$/i.test(name) ||
  (/^size$/i.test(name) && integerIn(operation, PAGES) !== undefined);

/** In the list of this path. */
async function makeItems(run: Run, operation: Operation, path: PathValues): Promise<string[]> {
  const { maker, follower } = makerOf(run, operation) ?? {};
  const plain = maker && plainCase(run.material, maker, path);
  const keys: string[] = [];
  for (let count = 0; plain && count < MADE; count += 1) {
    const made = await create(run, plain, () => ({}));
    const key = made && keyOfItem(readJson(made.answer), follower?.path);
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
  const counts = `have ${items.length} items, and ${wrong?.name} is ${wrong?.total}`;
  return !wrong || tell(`The ${walk.name} ${counts}.`, 'total');
}

function isOnlyList({ answer }: Exchange): boolean {
  const body = readJson(answer);
  return !isRecord(body) || Object.values(body).filter(Array.isArray).length === 1;
}

export function totalOf(exchange: Exchange): { name: string; total: number } | undefined {
  const body = asRecord(readJson(exchange.answer));
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
