/** Lists of resources: where their items stand, how they are told apart, and what makes one. */
import { isSuccess } from '../../answer.js';
import type { Case } from '../../case.js';
import { readJson } from '../../checks/read-body.js';
import { writeJson } from '../../document/exact-numbers.js';
import type { Operation } from '../../document/model.js';
import { isRecord } from '../../document/values.js';
import { plainCase } from '../../generation/examples.js';
import type { Exchange, Run } from '../../run.js';
import { namesIn, type PathValues, rename } from '../path-names.js';
import { collectionOf, collectionOperation, followersOf } from '../producers.js';

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
