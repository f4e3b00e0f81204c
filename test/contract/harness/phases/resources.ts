/** Finds, or makes, what the parameters of a path name: without it a run would prove that 404 works. */
import { isSuccess } from '../answer.js';
import type { Phase } from '../case.js';
import { readJson } from '../checks/read-body.js';
import type { Link, Operation } from '../document/model.js';
import { isRecord } from '../document/values.js';
import { plainCase } from '../generation/examples.js';
import type { Exchange, Run } from '../run.js';

export interface Resource {
  readonly path: Readonly<Record<string, string>>;
  /** The requests that it came from. */
  readonly exchanges: readonly Exchange[];
  /** Whether this run made it, and may delete it. */
  readonly own: boolean;
}

/** The operation that makes what `operation`'s path names: the POST on the path before its last parameter. */
export function producerOf(run: Run, { path }: Operation): Operation | undefined {
  return collectionOperation(run, path, 'POST');
}

/** @returns a resource of its own for each call where one can be made, else one that is there, else nothing */
export async function obtain(run: Run, operation: Operation, phase: Phase): Promise<Resource | undefined> {
  if (!operation.path.includes('{')) return { path: {}, exchanges: [], own: false };
  const producer = producerOf(run, operation);
  const made = producer && (await produce(run, producer, operation, phase));
  if (made) return made;
  const list = collectionOperation(run, operation.path, 'GET');
  return list && find(run, list, operation, phase);
}

async function produce(
  run: Run,
  producer: Operation,
  operation: Operation,
  phase: Phase,
): Promise<Resource | undefined> {
  const exchange = await run.send(plainCase(run.material, producer, phase, {}));
  if (!isSuccess(exchange.answer)) return undefined;
  const path =
    readLink(exchange, operation) ?? readLocation(exchange, operation) ?? readMember(exchange, operation);
  return path && { path, exchanges: [exchange], own: true };
}

async function find(
  run: Run,
  list: Operation,
  operation: Operation,
  phase: Phase,
): Promise<Resource | undefined> {
  const exchange = await run.send(plainCase(run.material, list, phase, {}));
  const body = readJson(exchange.answer);
  const items: unknown[] = Array.isArray(body)
    ? body
    : isRecord(body)
      ? (Object.values(body).find(Array.isArray) ?? [])
      : [];
  const path = isRecord(items[0]) ? membersNamed(items[0], operation) : undefined;
  return path && { path, exchanges: [exchange], own: false };
}

function collectionOperation(run: Run, path: string, method: string): Operation | undefined {
  const collection = path.slice(0, path.lastIndexOf('{'));
  const same = (candidate: Operation) => candidate.path.replace(/\/$/, '') === collection.replace(/\/$/, '');
  return run.operations().find((candidate) => candidate.method === method && same(candidate));
}

/** A link of the answer (OpenAPI 3.0.3, 4.7.20) to the operation itself, or to one at the same address. */
function readLink({ item, answer }: Exchange, operation: Operation): Record<string, string> | undefined {
  const links: readonly Link[] = item.operation.responses[answer.status]?.links ?? [];
  const link = links.find(({ operationId }) => operationId === operation.id);
  if (!link) return undefined;
  const body = readJson(answer);
  const entries = Object.entries(link.parameters).map(([name, expression]) => {
    const [, pointer] = /^\$response\.body#(.*)$/.exec(expression) ?? [];
    const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
    if (header !== undefined) return [name, answer.headers[header.toLowerCase()]] as const;
    return [name, pointer === undefined ? undefined : at(body, pointer)] as const;
  });
  return complete(Object.fromEntries(entries), operation);
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, step) => (isRecord(node) || Array.isArray(node) ? Reflect.get(node, step) : undefined),
      value,
    );
}

/** `Location` of what was created (RFC 9110, 15.3.2). */
function readLocation(
  { answer }: Exchange,
  { path, parameters }: Operation,
): Record<string, string> | undefined {
  const { location } = answer.headers;
  if (location === undefined) return undefined;
  const { pathname } = new URL(location, 'http://any.invalid');
  const own = path.slice(0, path.lastIndexOf('}') + 1);
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const pattern = own.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '([^/]+)');
  const values = new RegExp(`${pattern}/?$`).exec(pathname)?.slice(1).map(decodeURIComponent);
  return values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

function readMember({ answer }: Exchange, operation: Operation): Record<string, string> | undefined {
  const body = readJson(answer);
  return isRecord(body) ? membersNamed(body, operation) : undefined;
}

function membersNamed(
  body: Readonly<Record<string, unknown>>,
  operation: Operation,
): Record<string, string> | undefined {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return complete(Object.fromEntries(names.map((name) => [name, body[name] ?? body.id])), operation);
}

function complete(
  values: Readonly<Record<string, unknown>>,
  { parameters }: Operation,
): Record<string, string> | undefined {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const isThere = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  if (!names.every((name) => isThere(values[name]))) return undefined;
  return Object.fromEntries(names.map((name) => [name, String(values[name])]));
}
