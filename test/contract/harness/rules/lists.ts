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
const MADE = 3;

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
  const small =
    size && ['2', '1', '5', '10'].find((text) => judgeParameter(run.material, size, text) === 'kept');
  const walk =
    linkWalk(run, operation, plain) ?? (small ? countedWalk(operation, plain, Number(small)) : undefined);
  if (!walk) return;
  const made = await makeItems(run, operation);
  if (made.length < MADE && makerOf(run, operation))
    run.untried(CHECK, operation, `with ${MADE} new items: ${made.length} of them could be made`);
  const set = new Map([
    ...plain.query,
    ...(size && small ? [[size.name, small] as const] : []),
    ...walk.query,
  ]);
  const limited =
    size && small && isLimit(operation, size) ? { parameter: size, most: Number(small) } : undefined;
  await follow(run, { ...plain, query: [...set] }, walk, made, limited);
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

async function follow(
  run: Run,
  first: Case,
  walk: Walk,
  made: readonly string[],
  limited: { readonly parameter: Parameter; readonly most: number } | undefined,
): Promise<void> {
  const { operation } = first;
  const exchanges: Exchange[] = [];
  const { follower } = makerOf(run, operation) ?? {};
  const keyOf = (item: unknown) => keyOfItem(item, follower?.path) ?? writeJson(item);
  const seen = new Map<string, number>();
  const visited = new Set([targetOf(first)]);
  const tell = (message: string, subject: string, pointer = walk.pointer) => {
    run.report(CHECK, { message, pointer, subject }, exchanges.slice(-3));
  };
  for (let item: Case | undefined = first; item; ) {
    const exchange = await run.send(item);
    exchanges.push(exchange);
    const items = itemsOf(exchange);
    // Some services have no page beyond the last.
    if (walk.isCounted && exchanges.length > 1 && exchange.answer.status === 404) break;
    if (!isSuccess(exchange.answer) || items === undefined) {
      if (exchanges.length > 1) tell(`The ${walk.name} end with ${exchange.answer.status}.`, 'broken');
      return;
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
    if (exchanges.length >= MOST_ANSWERS) return;
    if (items.length > 0 && items.every((one) => (seen.get(keyOf(one)) ?? 0) > 1)) break;
    item = { ...next, about: `the ${walk.name}` };
  }
  if (exchanges.length < 2) return;
  run.countCheck(CHECK);
  const twice = [...seen].filter(([key, times]) => times > 1 && (!walk.isCounted || key.startsWith('id ')));
  if (twice.length > 0)
    tell(`The ${walk.name} show ${twice.length} items twice, for instance ${twice[0]?.[0]}.`, 'twice');
  const left = walk.isWhole ? made.filter((key) => !seen.has(key)) : [];
  // A list may leave out what is new, on all of its pages.
  const shown = walk.isCounted && left.length > 0 ? await readWhole(run, first, walk) : undefined;
  const missed = left.filter((key) => shown === undefined || shown.map(keyOf).includes(key));
  if (missed.length > 0)
    tell(`The ${walk.name} leave out ${missed.length} items, for instance ${missed[0]}.`, 'missed');
}

/** @returns the items of a list that is asked for as many as it gives */
async function readWhole(run: Run, first: Case, { query }: Walk): Promise<readonly unknown[]> {
  const size = integerIn(first.operation, SIZES);
  const { maximum } = (size && alternatives(size.schema)[0]) ?? {};
  const without = first.query.filter(
    ([name]) => name !== size?.name && query.every(([other]) => other !== name),
  );
  const largest = size && maximum !== undefined ? [[size.name, String(maximum)] as const] : [];
  return (
    itemsOf(await run.send({ ...first, query: [...without, ...largest], about: 'the whole list' })) ?? []
  );
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
