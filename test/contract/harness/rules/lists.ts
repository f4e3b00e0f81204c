/** Lists: where their items stand, what makes one, and what the list around a resource shows. */
import { type Case, isSuccess } from '../case.js';
import { isRecord, type Operation } from '../document/model.js';
import { readJson, writeJson } from '../document/parse.js';
import { plainCase } from '../generation/cases.js';
import { namesIn, type PathValues, rename } from '../phases/read-identity.js';
import { collectionOf, collectionOperation, followersOf } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';

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

interface Making {
  readonly maker: Operation;
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

interface List {
  readonly exchange: Exchange;
  readonly items: readonly unknown[];
}

/** @returns the list beside the resource that `path` names; undefined where there is none, or it is refused */
export async function listAround(
  run: Run,
  { path: template }: Operation,
  path: PathValues,
  sender: NonNullable<Case['sender']> = 'self',
): Promise<List | undefined> {
  const list = collectionOperation(run, template, 'GET');
  if (!list) return undefined;
  const plain = plainCase(run.material, list, rename(path, template, list.path));
  const exchange = await run.send({ ...plain, mode: 'neutral', sender, about: 'the list' });
  return isSuccess(exchange.answer) ? { exchange, items: itemsOf(exchange) ?? [] } : undefined;
}

export async function findInList(
  run: Run,
  operation: Operation,
  path: PathValues,
  sender: NonNullable<Case['sender']> = 'self',
): Promise<Exchange | undefined> {
  const { exchange, items = [] } = (await listAround(run, operation, path, sender)) ?? {};
  const key = `id ${path[namesIn(operation.path).at(-1) ?? '']}`;
  return items.some((item) => keyOfItem(item, operation.path) === key) ? exchange : undefined;
}
