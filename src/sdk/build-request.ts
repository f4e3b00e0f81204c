// Makes the request of a call out of its flat arguments, and refuses what no type could refuse.
import { kinds } from '#generated/sdk/contract.gen.js';
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { CallOptions, HeadersGiven, OutgoingRequest } from './call-types.js';
import { userAgent } from './platform.js';

/** The same for all attempts of a call. */
export type RequestParts = Omit<OutgoingRequest, 'signal'>;

/** What the numbers among the options are when they are left out. */
export const patience = { timeout: 30_000, retries: 2, retryDelay: 500, maxRetryDelay: 60_000 };

/** Options of a client, and of a call alone. */
export const optionNames = [...Object.keys(patience), 'headers'];

/** Where and how requests go, besides the operation's own. */
export interface RequestSettings {
  baseUrl: string;
  paths?: Readonly<Record<string, string | undefined>> | undefined;
  headers?: HeadersGiven | undefined;
}

/**
 * @param given parameters and members of the body side by side; `undefined` counts as not given
 * @throws TypeError when an argument or an option is missing or unknown, or cannot be sent
 */
export function buildRequest(
  operation: OperationDescription,
  given: object,
  { baseUrl, paths, headers: common = {} }: RequestSettings,
  options: CallOptions,
): RequestParts {
  const { id, method = 'GET', accept, query = [], body, isForm, isKeyed } = operation;
  checkArguments(id, operation, given);
  checkNames(id, options, [...optionNames, 'signal', ...(isKeyed ? ['idempotencyKey'] : [])]);
  const { headers: own = {}, idempotencyKey } = options;
  const values = given as Readonly<Record<string, unknown>>;
  const isGiven = (name: string) => values[name] !== undefined;

  const path = (paths?.[id] ?? operation.path).replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(values[name] ?? '');
    // A URL resolves dots, so that another address would be asked.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${id} needs "${name}".`);
    return encode(value);
  });
  const search = encodeForm(query.filter(isGiven), values);

  const headers = new Headers({
    ...userAgent,
    // Errors are JSON; where the success is not, both are named.
    Accept: accept ? `${accept}, application/json;q=0.9` : 'application/json',
    // The same for all attempts of a call.
    ...(isKeyed && { 'Idempotency-Key': idempotencyKey ?? makeIdempotencyKey() }),
  });
  // One by one: of two spellings of a name the constructor would send both values.
  for (const given of [common, own])
    for (const [name, value] of Symbol.iterator in given ? given : Object.entries(given))
      if (value !== undefined) headers.set(name, value);
  for (const name of operation.headers ?? []) if (isGiven(name)) headers.set(name, String(values[name]));

  const url = `${baseUrl}${path}${search && `?${search}`}`;
  const request: RequestParts = { url, method, headers, redirect: 'manual' };
  if (body) {
    const members = body.filter(isGiven);
    headers.set('Content-Type', isForm ? 'application/x-www-form-urlencoded' : 'application/json');
    request.body = isForm ? encodeForm(members, values) : JSON.stringify(pick(members, values));
  }
  return request;
}

/**
 * @param call its name in the messages
 * @throws TypeError for a name that the operation does not take (a typo would be ignored silently), or another kind of value
 */
export function checkArguments(
  call: string,
  { path, query = [], headers = [], body = [], members = [] }: OperationDescription,
  given: object,
): void {
  const taken = [...namesIn(path), ...query, ...headers, ...body];
  checkNames(call, given, taken, members);
  for (const name of taken) {
    const kind = kinds[name] ?? 'string';
    const value = (given as Readonly<Record<string, unknown>>)[name];
    // Its type alone: the value may be a password.
    if (value !== undefined && !isKind(kind, value))
      throw new TypeError(`${call} takes "${name}" of type ${kind}, not ${typeof value}.`);
  }
}

/** @throws TypeError for a name that is not taken: a typo would be ignored silently */
export function checkNames(
  call: string,
  given: object,
  taken: readonly string[],
  ignored: readonly string[] = [],
): void {
  if (Object(given) !== given) throw new TypeError(`${call} takes an object, not ${given}.`);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && ![...taken, ...ignored].includes(name))
      throw new TypeError(`${call} takes no "${name}", only [${taken.join(', ')}].`);
}

function isKind(kind: string, value: unknown): boolean {
  return kind === 'integer' ? Number.isSafeInteger(value) : kind === 'any' || typeof value === kind;
}

/**
 * @param usual numbers for those that are not given
 * @throws TypeError for what is no number, or below its least value
 */
export function readNumbers<Name extends string>(
  call: string,
  given: object,
  usual: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const numbers: Record<Name, number> = { ...usual };
  for (const name in usual) {
    const { [name]: value = usual[name] } = given as Partial<Record<Name, number>>;
    const least = /^(timeout|max)$/.test(name) ? 1 : 0;
    if (typeof value !== 'number' || !(value >= least))
      throw new TypeError(`${call} takes "${name}" of ${least} or more, not ${value}.`);
    numbers[name] = value;
  }
  return numbers;
}

/** The parameters of a path. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

export function pick(names: readonly string[], values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** A space is `%20` for every reader, signers included; `+` is not. */
function encodeForm(names: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return names.map((name) => `${encode(name)}=${encode(String(values[name]))}`).join('&');
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new TypeError('Lone surrogates cannot be sent.');
  }
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
function makeIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
