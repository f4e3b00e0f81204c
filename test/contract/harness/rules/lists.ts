/** Lists: where their items stand, what makes one, and that the pages visit everything once. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, isRecord, type Operation, type Schema } from '../document/model.js';
import { readJson, writeJson } from '../document/parse.js';
import { plainCase } from '../generation/cases.js';
import { alternatives } from '../generation/schemas.js';
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
/** Query parameters that say how much one answer holds. */
const SIZES = /^(limit|per_?page|page_?size|size|count|top|first|max_?results)$/i;
const STARTS = /^(page|offset|skip|start|cursor|after|before|page_?token)$/i;
const MOST_ANSWERS = 60;
const MADE = 3;

export async function pagination(run: Run, operation: Operation, resource: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const pointer = pointerOfNext(run, operation);
  if (pointer === undefined) return;
  const made = await makeItems(run, operation);
  const plain: Case = { ...plainCase(run.material, operation, 'coverage', resource.path), mode: 'neutral' };
  const size = operation.parameters.find(({ in: place, name }) => place === 'query' && SIZES.test(name));
  const small =
    size && ['2', '1', '5', '10'].find((text) => judgeParameter(run.material, size, text) === 'kept');
  const query =
    small === undefined
      ? plain.query
      : [...plain.query.filter(([name]) => name !== size?.name), [size?.name ?? '', small] as const];
  await follow(run, operation, { ...plain, query }, made, pointer);
}

/** @returns where the list declares its link to the next page; undefined when it declares none */
function pointerOfNext(run: Run, operation: Operation): string | undefined {
  const success = operation.responses['200'] ?? operation.responses['2XX'];
  if (Object.keys(success?.headers ?? {}).some((name) => name.toLowerCase() === 'link'))
    return `${success?.pointer}/headers/Link`;
  const shown = shownBy(operation, 200);
  const isInBody =
    shown !== undefined && (NEXT.some((steps) => declares(run, shown, steps)) || hasCursor(run, shown));
  return isInBody ? `${success?.pointer}/content` : undefined;
}

/** Whether the end of the list can be told: it has one page, or links to the next. */
export const hasEnd = (run: Run, operation: Operation) =>
  pointerOfNext(run, operation) !== undefined ||
  !operation.parameters.some(
    ({ in: place, name }) => place === 'query' && (SIZES.test(name) || STARTS.test(name)),
  );

async function follow(
  run: Run,
  operation: Operation,
  first: Case,
  made: readonly string[],
  pointer: string,
): Promise<void> {
  const exchanges: Exchange[] = [];
  const { follower } = makerOf(run, operation) ?? {};
  const keyOf = (item: unknown) => keyOfItem(item, follower?.path) ?? writeJson(item);
  const seen = new Map<string, number>();
  const visited = new Set<string>();
  const tell = (message: string, subject: string) => {
    run.report(CHECK, { message, pointer, subject }, exchanges.slice(-3));
  };
  for (let item: Case | undefined = first; item; ) {
    const exchange = await run.send(item);
    exchanges.push(exchange);
    const items = itemsOf(exchange);
    if (!isSuccess(exchange.answer) || items === undefined) {
      if (exchanges.length > 1) tell(`The next link answered ${exchange.answer.status}.`, 'broken');
      return;
    }
    for (const key of items.map(keyOf)) seen.set(key, (seen.get(key) ?? 0) + 1);
    const next = nextOf(exchange, run.target.url);
    if (next === undefined) break;
    if (visited.has(next.href))
      return tell(`The next links repeat themselves: one leads back to ${next.href}.`, 'circle');
    visited.add(next.href);
    if (exchanges.length >= MOST_ANSWERS) return;
    item = { ...at(operation, first, next), about: 'the next link' };
  }
  if (exchanges.length < 2) return;
  run.countCheck(CHECK);
  const twice = [...seen].filter(([, times]) => times > 1).map(([key]) => key);
  if (twice.length > 0)
    tell(`The next links show ${twice.length} items twice, for instance ${twice[0]}.`, 'twice');
  const missed = made.filter((key) => !seen.has(key));
  if (missed.length > 0)
    tell(`The next links leave out ${missed.length} items, for instance ${missed[0]}.`, 'missed');
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

/** Where bodies have the address of the next page, or a cursor that a parameter takes. */
const NEXT = [
  ['next'],
  ['links', 'next'],
  ['_links', 'next', 'href'],
  ['paging', 'next'],
  ['pagination', 'next'],
];
const CURSORS: readonly (readonly [member: RegExp, parameter: RegExp])[] = [
  [/^next_?cursor$/i, /^cursor$/i],
  [/^next_?page_?token$/i, /^page_?token$/i],
];

function declares(run: Run, schema: Schema, [name = '', ...rest]: readonly string[]): boolean {
  const all = alternatives(schema);
  const member = all.map(({ properties }) => properties?.[name]).find((one) => one !== undefined);
  return member !== undefined && (rest.length === 0 || declares(run, member, rest));
}

const hasCursor = (_run: Run, schema: Schema) =>
  alternatives(schema).some(({ properties = {} }) =>
    Object.keys(properties).some((name) => CURSORS.some(([member]) => member.test(name))),
  );

export function nextOf(exchange: Exchange, url: URL): URL | undefined {
  const { item, request, answer } = exchange;
  const [, target] =
    /<([^>]*)>(?=[^<]*;\s*rel="?(?:[^"]*\s)?next[\s";,]?)/i.exec(answer.headers.link ?? '') ?? [];
  const base = new URL(request.target, url);
  const body = readJson(answer);
  const linked = NEXT.map((steps) => steps.reduce<unknown>((node, step) => asRecord(node)[step], body));
  const found = target ?? linked.find((one) => typeof one === 'string' && /^(https?:\/\/|[/?])/.test(one));
  if (typeof found === 'string') return URL.canParse(found, base.href) ? new URL(found, base) : undefined;
  for (const [member, parameter] of CURSORS) {
    const [, cursor] = Object.entries(asRecord(body)).find(([name]) => member.test(name)) ?? [];
    const taken = item.operation.parameters.find(
      ({ in: place, name }) => place === 'query' && parameter.test(name),
    );
    if (typeof cursor !== 'string' || cursor === '' || !taken) continue;
    base.searchParams.set(taken.name, cursor);
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
