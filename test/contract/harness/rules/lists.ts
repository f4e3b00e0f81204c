/** Lists: where their items stand, what makes one, and that the pages visit everything once. */
import { type Case, isSuccess, targetOf } from '../case.js';
import { asRecord, isRecord, type Operation, type Parameter, type Schema } from '../document/model.js';
import { readJson, writeJson } from '../document/parse.js';
import { plainCase } from '../generation/cases.js';
import { alternatives, kindsOf } from '../generation/schemas.js';
import { judgeParameter } from '../generation/verdict.js';
import { namesIn, type PathValues, rename } from '../phases/read-identity.js';
import {
  collectionOf,
  collectionOperation,
  followersOf,
  obtain,
  type Resource,
} from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { shownBy } from './compare-data.js';

/** The body, or the member of it that is a list. */
export function itemsOf({ answer }: Pick<Exchange, 'answer'>): unknown[] | undefined {
  const body = readJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  return Array.isArray(items) ? items : undefined;
}

/** Whether nothing else in the answer could be meant by its size. */
function isOnlyList({ answer }: Exchange): boolean {
  const body = readJson(answer);
  return !isRecord(body) || Object.values(body).filter(Array.isArray).length === 1;
}

/** @param path of what is made: its last parameter may be the name of the member; without one every item has a key */
export function keyOfItem(item: unknown, path?: string): string | undefined {
  if (!isRecord(item)) return path === undefined ? writeJson(item) : undefined;
  const name = path === undefined ? undefined : namesIn(path).at(-1);
  const id = item.id ?? (name === undefined ? undefined : item[name]);
  if (id !== undefined) return `id ${id}`;
  return path === undefined ? writeJson(item) : undefined;
}

interface Making {
  readonly maker: Operation;
  /** An operation on one of what is made. */
  readonly follower: Operation;
}

/** The POST beside a list, where single items have a path of their own. */
export function makerOf(run: Run, { path }: Operation): Making | undefined {
  const plain = (text: string) => text.replace(/\/$/, '');
  const maker = run.operations().find((one) => one.method === 'POST' && one.path === path);
  const follower =
    maker && followersOf(run, maker).find((one) => plain(collectionOf(one.path)) === plain(path));
  return maker && follower && { maker, follower };
}

/** @returns the answer of the list beside the resource, when the resource is in it */
export async function findInList(
  run: Run,
  { path: template }: Operation,
  path: PathValues,
  sender: NonNullable<Case['sender']> = 'self',
): Promise<Exchange | undefined> {
  const list = collectionOperation(run, template, 'GET');
  if (!list) return undefined;
  const plain = plainCase(run.material, list, 'stateful', rename(path, template, list.path));
  const exchange = await run.send({ ...plain, mode: 'neutral', sender, about: 'the list' });
  const key = `id ${path[namesIn(template).at(-1) ?? '']}`;
  const isThere =
    isSuccess(exchange.answer) && itemsOf(exchange)?.some((item) => keyOfItem(item, template) === key);
  return isThere ? exchange : undefined;
}

const CHECK = 'pagination_conformance';
/** Query parameters that say how much one answer holds, and where it starts. */
const SIZES = /^(limit|per_?page|page_?size|size|count|top|first|max_?results)$/i;
const STARTS =
  /^(page|page_?(number|index)|offset|skip|start|cursor|(starting_?)?after|before|page_?token)$/i;
const PAGES = /^page(_?(number|index|no))?$/i;
const OFFSETS = /^(offset|skip|start)$/i;
const MOST_ANSWERS = 60;
const MADE = 5;
/** Of a page: the first at which a list ends in time. */
const PAGE_SIZES = ['2', '1', '5', '20', '100'];
const TOTALS = /^total(_?(count|items|results|records|elements|hits))?$/i;

/** How a list goes on after an answer. */
interface Walk {
  readonly pointer: string;
  /** `next links`, `pages`: for messages. */
  readonly name: string;
  /** Sent with the first request. */
  readonly query: Case['query'];
  /** Whether it begins with the first item for sure. */
  readonly isWhole: boolean;
  /** Whether no answer says how it goes on. */
  readonly isCounted: boolean;
  next(exchange: Exchange, items: readonly unknown[]): Case | undefined;
}

export async function pagination(run: Run, operation: Operation, { path }: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const plain: Case = { ...plainCase(run.material, operation, 'coverage', path), mode: 'neutral' };
  const size = integerIn(operation, SIZES);
  const sizes = size ? PAGE_SIZES.filter((text) => judgeParameter(run.material, size, text) === 'kept') : [];
  const walkFor = (small: string | undefined) =>
    linkWalk(run, operation, plain) ?? (small ? countedWalk(operation, plain, Number(small)) : undefined);
  if (!walkFor(sizes[0])) return;
  const made = await makeItems(run, operation);
  if (made.length < MADE && makerOf(run, operation))
    run.untried(CHECK, operation, `with ${MADE} new items: ${made.length} of them could be made`);
  for (const small of sizes.length > 0 ? sizes : [undefined]) {
    const walk = walkFor(small);
    if (!walk) return;
    const set = new Map([
      ...plain.query,
      ...(size && small ? [[size.name, small] as const] : []),
      ...walk.query,
    ]);
    const limited =
      size && small && isLimit(operation, size) ? { parameter: size, most: Number(small) } : undefined;
    if (await follow(run, { ...plain, query: [...set] }, walk, made, limited)) return;
  }
  run.untried(CHECK, operation, `to its end: it has more than ${MOST_ANSWERS} pages`);
}

const integerIn = ({ parameters }: Operation, names: RegExp) =>
  parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' && names.test(name) && kindsOf(schema).includes('integer'),
  );

/** A size is one of pages where there are pages. */
const isLimit = (operation: Operation, { name }: Parameter) =>
  /^(limit|per_?page|page_?size|max_?results)$/i.test(name) ||
  (/^size$/i.test(name) && integerIn(operation, PAGES) !== undefined);

/** By links, or by a member of the body that a parameter takes. */
function linkWalk(run: Run, operation: Operation, plain: Case): Walk | undefined {
  const pointer = pointerOfNext(operation);
  if (pointer === undefined) return undefined;
  const next = (exchange: Exchange) => {
    const url = nextOf(exchange, run.target.url);
    return url && at(operation, plain, url);
  };
  return { pointer, name: 'next links', query: [], isWhole: true, isCounted: false, next };
}

/** By the number of a page, or of the items before it. It ends with the first answer that is not full. */
function countedWalk(operation: Operation, plain: Case, size: number): Walk | undefined {
  const page = integerIn(operation, PAGES);
  const counted = page ?? integerIn(operation, OFFSETS);
  if (!counted) return undefined;
  const { default: usual, minimum } = alternatives(counted.schema)[0] ?? {};
  const start = page ? (usual ?? minimum) : 0;
  const first = Number(start ?? 1);
  const next = ({ item }: Exchange, items: readonly unknown[]) => {
    if (items.length < size) return undefined;
    const [, now = first] = item.query.find(([name]) => name === counted.name) ?? [];
    const more = String(Number(now) + (page ? 1 : items.length));
    return {
      ...plain,
      query: [...item.query.filter(([name]) => name !== counted.name), [counted.name, more] as const],
    };
  };
  const query = [[counted.name, String(first)] as const];
  return {
    pointer: counted.pointer,
    name: 'pages',
    query,
    isWhole: start !== undefined,
    isCounted: true,
    next,
  };
}

/** @returns where the list declares its link to the next page; undefined when it declares none */
function pointerOfNext(operation: Operation): string | undefined {
  const success = operation.responses['200'] ?? operation.responses['2XX'];
  if (Object.keys(success?.headers ?? {}).some((name) => name.toLowerCase() === 'link'))
    return `${success?.pointer}/headers/Link`;
  const shown = shownBy(operation, 200);
  const isInBody =
    shown !== undefined && (NEXT.some((steps) => declares(shown, steps)) || hasCursor(operation, shown));
  return isInBody ? `${success?.pointer}/content` : undefined;
}

/** Whether the end of the list can be told: it has one page, or links to the next. */
export const hasEnd = (operation: Operation) =>
  pointerOfNext(operation) !== undefined ||
  !operation.parameters.some(
    ({ in: place, name }) => place === 'query' && (SIZES.test(name) || STARTS.test(name)),
  );

/** @returns whether it came to an end, or to a finding */
async function follow(
  run: Run,
  first: Case,
  walk: Walk,
  made: readonly string[],
  limited: { readonly parameter: Parameter; readonly most: number } | undefined,
): Promise<boolean> {
  const { operation } = first;
  const exchanges: Exchange[] = [];
  const { follower } = makerOf(run, operation) ?? {};
  const keyOf = (item: unknown) => keyOfItem(item, follower?.path) ?? writeJson(item);
  const seen = new Map<string, number>();
  const visited = new Set([targetOf(first)]);
  const tell = (message: string, subject: string, pointer = walk.pointer) => {
    run.report(CHECK, { message, pointer, subject }, exchanges.slice(-3));
    return true;
  };
  for (let item: Case | undefined = first; item; ) {
    const exchange = await run.send(item);
    exchanges.push(exchange);
    const items = itemsOf(exchange);
    // Some services have no page beyond the last.
    if (walk.isCounted && exchanges.length > 1 && exchange.answer.status === 404) break;
    if (!isSuccess(exchange.answer) || items === undefined) {
      if (exchanges.length > 1) tell(`The ${walk.name} end with ${exchange.answer.status}.`, 'broken');
      return true;
    }
    if (limited && items.length > limited.most && isOnlyList(exchange)) {
      const { parameter, most } = limited;
      return tell(`${parameter.name}=${most} got ${items.length} items.`, 'size', parameter.pointer);
    }
    for (const key of items.map(keyOf)) seen.set(key, (seen.get(key) ?? 0) + 1);
    const next: Case | undefined = walk.next(exchange, items);
    if (next === undefined) break;
    const target = targetOf(next);
    if (visited.has(target))
      return tell(`The ${walk.name} repeat themselves: one leads back to ${target}.`, 'circle');
    visited.add(target);
    if (exchanges.length >= MOST_ANSWERS) return false;
    if (items.length > 0 && items.every((one) => (seen.get(keyOf(one)) ?? 0) > 1)) break;
    item = { ...next, about: `the ${walk.name}` };
  }
  if (exchanges.length < 2) return true;
  run.countCheck(CHECK);
  const twice = [...seen].filter(([key, times]) => times > 1 && (!walk.isCounted || key.startsWith('id ')));
  if (twice.length > 0)
    return tell(`The ${walk.name} show ${twice.length} items twice, for instance ${twice[0]?.[0]}.`, 'twice');
  if (!walk.isWhole && !(await isFirstPage(run, first, walk, exchanges[0]))) return true;
  const whole = await readWhole(run, first, walk);
  const shown =
    (whole &&
      itemsOf(whole)
        ?.map(keyOf)
        .filter((key) => key.startsWith('id '))) ??
    [];
  // A list that is counted may leave out what is new, on all of its pages.
  const missed = [...(walk.isCounted ? [] : made), ...shown].filter((key) => !seen.has(key));
  if (missed.length > 0)
    return tell(`The ${walk.name} leave out ${missed.length} items, for instance ${missed[0]}.`, 'missed');
  const all = [...seen.values()].reduce((sum, times) => sum + times, 0);
  for (const exchange of [...exchanges, ...(whole ? [whole] : [])]) {
    const [name, total] = totalOf(exchange) ?? [];
    if (total === undefined || total === all) continue;
    return tell(`The ${walk.name} have ${all} items, and ${name} is ${total}.`, 'total');
  }
  return true;
}

/** Beside the list, or in an object beside it. */
function totalOf(exchange: Exchange): [name: string, total: number] | undefined {
  const body = asRecord(readJson(exchange.answer));
  const found = [body, ...Object.values(body).filter(isRecord)]
    .flatMap((one) => Object.entries(one))
    .find(([name, value]) => TOTALS.test(name) && typeof value === 'number');
  return found && isOnlyList(exchange) ? [found[0], Number(found[1])] : undefined;
}

/** Whether the list begins so without a number, too. */
async function isFirstPage(
  run: Run,
  first: Case,
  { query }: Walk,
  begin: Exchange | undefined,
): Promise<boolean> {
  const plain = first.query.filter(([name]) => query.every(([other]) => other !== name));
  const { answer } = await run.send({ ...first, query: plain, about: 'without the number of a page' });
  return begin?.answer.bytes.equals(answer.bytes) === true;
}

const LARGE = 1000;

/** One page for all, as far as the document lets it. */
export function largestSize(operation: Operation): Case['query'] {
  const size = integerIn(operation, SIZES);
  const { maximum = LARGE } = (size && alternatives(size.schema)[0]) ?? {};
  return size ? [[size.name, String(maximum < LARGE ? maximum : LARGE)]] : [];
}

/** @returns the answer of a list that is asked for as many items as it gives */
async function readWhole(run: Run, first: Case, { query }: Walk): Promise<Exchange | undefined> {
  const largest = largestSize(first.operation);
  const exchange = await run.send({
    ...first,
    query: [
      ...first.query.filter(([name]) => [...query, ...largest].every(([other]) => other !== name)),
      ...largest,
    ],
    about: 'the whole list',
  });
  return isSuccess(exchange.answer) ? exchange : undefined;
}

/** @returns the items that were made, as the list knows them */
async function makeItems(run: Run, operation: Operation): Promise<string[]> {
  const { follower } = makerOf(run, operation) ?? {};
  if (!follower) return [];
  const keys: string[] = [];
  for (let count = 0; count < MADE; count += 1) {
    const made = await obtain(run, follower, 'coverage');
    const last = made?.own ? made.exchanges.at(-1) : undefined;
    const key = last && keyOfItem(readJson(last.answer), follower.path);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/** Where bodies have the address of the next page. */
const NEXT = [
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['paging', 'next'],
  ['pagination', 'next'],
];
/** A member whose value a parameter takes. */
const CURSORS = /^next(_?(cursor|page_?token|token|page|offset|after|id))?$/i;

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
  const plain = (text: string) => text.replaceAll('_', '').toLowerCase();
  const wanted = plain(member).replace(/^next/, '').replace(/^id$/, '');
  return parameters.find(
    ({ in: place, name }) => place === 'query' && STARTS.test(name) && plain(name).endsWith(wanted),
  );
}

export function nextOf(exchange: Exchange, url: URL): URL | undefined {
  const { item, request, answer } = exchange;
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
    if (!taken || !['string', 'number', 'bigint'].includes(typeof cursor) || cursor === '') continue;
    base.searchParams.set(taken.name, String(cursor));
    return base;
  }
  return undefined;
}

/** @returns the answer with the pages after it, by links or by counting; undefined when they do not end in time */
export async function pagesFrom(run: Run, plain: Case, first: Exchange): Promise<Exchange[] | undefined> {
  const { operation } = plain;
  const exchanges = [first];
  const counted = integerIn(operation, PAGES) ?? integerIn(operation, OFFSETS);
  const size = Number(largestSize(operation)[0]?.[1] ?? Number.NaN);
  const walk = counted && !Number.isNaN(size) ? countedWalk(operation, plain, size) : undefined;
  for (let exchange: Exchange | undefined = first; exchange; ) {
    const url = nextOf(exchange, run.target.url);
    const next = url
      ? at(operation, plain, url)
      : pointerOfNext(operation) === undefined && walk?.next(exchange, itemsOf(exchange) ?? []);
    if (!next) return exchanges;
    if (exchanges.length === MOST_PAGES) return undefined;
    exchange = await run.send({ ...next, about: 'the next page' });
    if (!isSuccess(exchange.answer)) return undefined;
    exchanges.push(exchange);
  }
  return exchanges;
}

const MOST_PAGES = 10;

/** The address as the link has it. */
export function at(operation: Operation, first: Case, { pathname, search }: URL): Case {
  const path = decodeURI(pathname);
  return {
    ...first,
    operation: { ...operation, path, basePath: '' },
    path: {},
    query: [...new URLSearchParams(search)],
  };
}
