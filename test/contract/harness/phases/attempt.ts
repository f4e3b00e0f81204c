/** Sends a case, on a resource of its own where it may destroy one, and notes what the checks have against the answer. */
import { type Case, isSuccess } from '../case.js';
import { isRecord, type Json } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { NoAnswer } from '../errors.js';
import { bodyExample, carrying, randomBody, withBody, withFreshTexts } from '../generation/cases.js';
import { pointerWithin } from '../generation/variants.js';
import { judgeBody } from '../generation/verdict.js';
import { withoutParameter } from '../generation/write.js';
import type { Exchange, Named, Run } from '../run.js';
import type { Resource } from './resources.js';

/**
 * @param resource that the path names: its requests come before, for a person who repeats the case
 * @param isMadeUp all of the body, so that the part at fault has to be found
 * @returns whether something new was found
 */
export async function attempt(run: Run, item: Case, resource?: Resource, isMadeUp = false): Promise<boolean> {
  const before = madeBy(resource, { item });
  try {
    const exchanges = [...before, await run.send(item)];
    return isMadeUp ? await noteMadeUp(run, exchanges) : note(run, exchanges);
  } catch (error) {
    if (!(error instanceof NoAnswer) || error.isGone) throw error;
    const violation = { message: error.message, pointer: item.pointer };
    return run.report('not_a_server_error', violation, [...before, ...error.sent]) !== undefined;
  }
}

/** The requests without which the case would not find what it names. */
export function madeBy(
  resource: Resource | undefined,
  { item }: Pick<Exchange, 'item'>,
): readonly Exchange[] {
  const { exchanges = [], path = {} } = resource ?? {};
  const isNamed = Object.entries(path).some(([name, value]) => item.path[name] === value);
  return isNamed ? exchanges : [];
}

/** A case that was made for one resource, sent to another. Values that the case itself chose stay. */
export function moveTo(item: Case, from: Resource, { path }: Resource): Case {
  const own = Object.entries(item.path).filter(([name, value]) => value !== from.path[name]);
  return { ...item, path: { ...item.path, ...path, ...Object.fromEntries(own) } };
}

/** Judges the last of the exchanges. @returns whether something new was found */
export function note(run: Run, exchanges: readonly Exchange[]): boolean {
  const last = exchanges.at(-1);
  const violations = last ? run.judge(last) : [];
  const found = violations.map((violation) => run.report(violation.check, violation, exchanges));
  return found.some((finding) => finding !== undefined);
}

export interface Creation {
  /** How many requests may be refused. */
  readonly most?: number;
  /** Every second body is made up, and not the example with other texts. */
  readonly isRandom?: boolean;
  /** Gets the status of each answer. */
  readonly statuses?: number[];
}

/**
 * Sends new bodies, each with the members, until one is accepted.
 * @param plain with the example as its body
 */
export async function create(
  run: Run,
  plain: Case,
  members: () => Readonly<Record<string, Json>> | undefined,
  { most = 4, isRandom = true, statuses = [] }: Creation = {},
): Promise<Exchange | undefined> {
  const { body } = plain.made ?? {};
  for (let tries = 0; body && tries < most; tries += 1) {
    const seed = run.nextSeed();
    const isMadeUp = isRandom && tries % 2 === 1;
    const other = isMadeUp
      ? randomBody(run.material, plain, seed, body)
      : withFreshTexts(run.material, plain, seed);
    const own = members();
    const value = { ...(isRecord(other?.made?.value) ? other.made.value : {}), ...own } as Json;
    const item = own && withBody(run.material, plain, body, value);
    if (!item) continue;
    const exchange = await run.send({ ...item, mode: 'neutral', about: `with ${writeJson(own)}` });
    await noteMadeUp(run, [exchange]);
    statuses.push(exchange.answer.status);
    if (isSuccess(exchange.answer)) return exchange;
  }
  return undefined;
}

/** A part of a request: a member of its body, or a parameter. */
export interface Part {
  readonly kind: 'member' | 'parameter';
  readonly name: string;
  /** JSON pointer of its rule. */
  readonly pointer: string;
}

/** RFC 9110, 15.5.10. */
const CONFLICT = 409;

/** They are about what was sent; the others are about what came back. */
const ABOUT_REQUESTS: readonly string[] = ['not_a_server_error', 'positive_data_acceptance'];

/**
 * Notes what the checks have against a request that was made up, with the part of it that is at fault.
 * @returns whether something new was found
 */
export async function noteMadeUp(run: Run, exchanges: readonly Exchange[]): Promise<boolean> {
  const last = exchanges.at(-1);
  let isNew = false;
  for (const violation of last ? run.judge(last) : []) {
    if (!last) break;
    const { smallest, part } = await reduce(run, last, violation);
    const named = part ? { ...violation, pointer: part.pointer } : violation;
    if (run.report(violation.check, named, [...exchanges.slice(0, -1), smallest])) isNew = true;
  }
  return isNew;
}

/**
 * @returns the request without the parts that it fails without, too, and the part at fault: the first that the
 * failure needs. A failure that is not about the request has neither.
 */
export async function reduce(
  run: Run,
  exchange: Exchange,
  { check }: Named,
): Promise<{ smallest: Exchange; part: Part | undefined }> {
  let smallest = exchange;
  const needed: Part[] = [];
  for (const part of ABOUT_REQUESTS.includes(check) ? partsOf(exchange.item) : []) {
    const { item } = smallest;
    const without = withoutPart(run, item, part);
    const plain = without ?? withPlain(run, item, part) ?? withOther(run, item, part);
    if (!plain) continue;
    let next = await run.send(plain);
    // A name that an earlier request took hides what the part does.
    if (next.answer.status === CONFLICT)
      next = await run.send(withFreshTexts(run.material, plain, run.nextSeed()));
    const { answer } = next;
    const isRefusal = answer.status < 500 && answer.status !== CONFLICT;
    if (isSuccess(answer) || (check === 'not_a_server_error' && isRefusal)) needed.push(part);
    else if (without && answer.status === exchange.answer.status) smallest = next;
  }
  return { smallest, part: needed[0] };
}

function partsOf({ made, operation, query, headers }: Case): Part[] {
  const members =
    made && isRecord(made.value)
      ? Object.keys(made.value).map((name): Part => {
          const { schema, pointer } = made.body;
          return { kind: 'member', name, pointer: pointerWithin(schema, pointer, 'properties', name) };
        })
      : [];
  const given = operation.parameters.filter(
    ({ in: place, name, required }) =>
      !required &&
      ((place === 'query' && query.some(([key]) => key === name)) ||
        (place === 'header' && headers[name] !== undefined)),
  );
  return [...members, ...given.map(({ name, pointer }): Part => ({ kind: 'parameter', name, pointer }))];
}

function withoutPart(run: Run, item: Case, { kind, name }: Part): Case | undefined {
  if (kind === 'member') return withMember(run, item, name, undefined);
  const parameter = item.operation.parameters.find((one) => one.name === name);
  return parameter && withoutParameter(item, parameter);
}

/**
 * The same request with the example's value at the part, or without it.
 * @returns undefined when it has that already, or cannot be judged any more
 */
export function withPlain(run: Run, item: Case, part: Part): Case | undefined {
  if (part.kind === 'parameter') return withoutPart(run, item, part);
  return item.made && withMember(run, item, part.name, bodyExample(run.material, item.made.body).value);
}

/** The same request with another valid value, made up, at a member of its body. */
function withOther(run: Run, item: Case, { name }: Part): Case | undefined {
  const other = item.made && randomBody(run.material, item, run.nextSeed(), item.made.body);
  return other?.made && withMember(run, item, name, other.made.value);
}

/** @param source whose value the member gets; without one the member is left out */
function withMember(run: Run, item: Case, name: string, source: Json | undefined): Case | undefined {
  const { made } = item;
  if (!made || !isRecord(made.value)) return undefined;
  const plain = isRecord(source) ? (source as Record<string, Json>)[name] : undefined;
  const { [name]: own, ...rest } = made.value as Record<string, Json>;
  if (writeJson(own) === writeJson(plain)) return undefined;
  const value: Json = plain === undefined ? rest : { ...rest, [name]: plain };
  const isBroken = judgeBody(run.material, made.body, value) === 'broken';
  if (isBroken !== (item.mode === 'negative')) return undefined;
  return carrying(item, made.body, value);
}
