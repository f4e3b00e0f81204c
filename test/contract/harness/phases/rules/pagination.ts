/** Following `Link: <...>; rel="next"` (RFC 8288) visits everything once. */

import { isSuccess } from '../../answer.js';
import type { Case } from '../../case.js';
import { readJson } from '../../checks/read-body.js';
import { writeJson } from '../../document/exact-numbers.js';
import type { Operation } from '../../document/model.js';
import { isRecord } from '../../document/values.js';
import { plainCase } from '../../generation/examples.js';
import { judgeParameter } from '../../generation/judge-parameter.js';
import type { Exchange, Run } from '../../run.js';
import { collectionOf, followersOf } from '../producers.js';
import { obtain, type Resource } from '../resources.js';

const CHECK = 'pagination_conformance';
/** Query parameters that say how much one answer holds. */
const SIZES = /^(limit|per_?page|page_?size|size|count|top|first|max_?results)$/i;
const MOST_ANSWERS = 60;
const MADE = 3;

export async function pagination(run: Run, operation: Operation, resource: Resource): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CHECK, operation)) return;
  const success = operation.responses['200'] ?? operation.responses['2XX'];
  const isDeclared = Object.keys(success?.headers ?? {}).some((name) => name.toLowerCase() === 'link');
  if (!isDeclared) return;
  const made = await makeItems(run, operation);
  const plain: Case = { ...plainCase(run.material, operation, 'coverage', resource.path), mode: 'neutral' };
  const size = operation.parameters.find(({ in: place, name }) => place === 'query' && SIZES.test(name));
  const small =
    size && ['2', '1', '5', '10'].find((text) => judgeParameter(run.material, size, text) === 'kept');
  const query =
    small === undefined
      ? plain.query
      : [...plain.query.filter(([name]) => name !== size?.name), [size?.name ?? '', small] as const];
  await follow(run, operation, { ...plain, query }, made, `${success?.pointer}/headers/Link`);
}

async function follow(
  run: Run,
  operation: Operation,
  first: Case,
  made: readonly string[],
  pointer: string,
): Promise<void> {
  const exchanges: Exchange[] = [];
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
    for (const key of items.map(keyOfItem)) seen.set(key, (seen.get(key) ?? 0) + 1);
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

/** @returns the items that were made, as the list knows them, when they are all there */
async function makeItems(run: Run, operation: Operation): Promise<string[]> {
  const maker = run.operations().find(({ method, path }) => method === 'POST' && path === operation.path);
  const [follower] = maker
    ? followersOf(run, maker).filter(
        ({ path }) => collectionOf(path).replace(/\/$/, '') === operation.path.replace(/\/$/, ''),
      )
    : [];
  if (!follower) return [];
  const keys: string[] = [];
  for (let count = 0; count < MADE; count += 1) {
    const made = await obtain(run, follower, 'coverage');
    const body = made?.own ? bodyOf(made.exchanges.at(-1)) : undefined;
    if (isRecord(body) && body.id !== undefined) keys.push(keyOfItem(body));
  }
  return keys;
}

function itemsOf({ answer }: Exchange): unknown[] | undefined {
  const body = readJson(answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  return Array.isArray(items) ? items : undefined;
}

const keyOfItem = (item: unknown) =>
  isRecord(item) && item.id !== undefined ? `id ${item.id}` : writeJson(item);

function nextOf({ request, answer }: Exchange, url: URL): URL | undefined {
  const [, target] =
    /<([^>]*)>(?=[^<]*;\s*rel="?(?:[^"]*\s)?next[\s";,]?)/i.exec(answer.headers.link ?? '') ?? [];
  const base = new URL(request.target, url).href;
  return target !== undefined && URL.canParse(target, base) ? new URL(target, base) : undefined;
}

/** The address as the link has it. */
function at(operation: Operation, first: Case, { pathname, search }: URL): Case {
  const path = decodeURI(pathname);
  return {
    ...first,
    operation: { ...operation, path, basePath: '' },
    path: {},
    query: [...new URLSearchParams(search)],
  };
}

const bodyOf = (exchange: Exchange | undefined) => exchange && readJson(exchange.answer);
