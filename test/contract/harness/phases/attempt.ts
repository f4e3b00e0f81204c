/** Sends a case, on a resource of its own where it may destroy one, and notes what the checks have against the answer. */
import { type Case, isSuccess } from '../case.js';
import { isRecord, type Json } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { NoAnswer } from '../errors.js';
import { bodyExample, carrying, randomBody, withBody, withFreshTexts } from '../generation/cases.js';
import { pointerWithin } from '../generation/coverage.js';
import { judgeBody } from '../generation/verdict.js';
import { withoutParameter } from '../generation/write.js';
import type { Exchange, Named, Run } from '../run.js';
import type { Resource } from './resources.js';

/** @param isMadeUp all of the body, so that the part at fault has to be found @returns whether something is new */
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
export function madeBy(resource: Resource | undefined, { item }: Pick<Exchange, 'item'>) {
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
  readonly most?: number;
  /** Every second body is made up, and not the example with other texts. */
  readonly isRandom?: boolean;
  readonly statuses?: number[];
}

/** Sends new bodies, each with the members, until one is accepted. */
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

export interface Part {
  readonly kind: 'member' | 'parameter';
  readonly name: string;
  readonly pointer: string;
}

/** They are about what was sent; the others are about what came back. */
const ABOUT_REQUESTS: readonly string[] = ['not_a_server_error', 'positive_data_acceptance'];

/** Notes what the checks have against a request, with the part of it that is at fault. @returns whether it is new */
export async function noteMadeUp(run: Run, exchanges: readonly Exchange[]): Promise<boolean> {
  const last = exchanges.at(-1);
  let isNew = false;
  for (const violation of last ? run.judge(last) : [])
    if (last && (await reportPart(run, exchanges.slice(0, -1), last, violation)).isNew) isNew = true;
  return isNew;
}

/** Reports the request without the parts that it fails without, too. @returns the first part that the failure needs */
export async function reportPart(run: Run, before: readonly Exchange[], exchange: Exchange, named: Named) {
  const { check } = named;
  let smallest = exchange;
  const needed: Part[] = [];
  for (const part of ABOUT_REQUESTS.includes(check) ? partsOf(exchange.item) : []) {
    const { item } = smallest;
    const without = changePart(run, item, part, 'without');
    const plain = without ?? changePart(run, item, part, 'example') ?? changePart(run, item, part, 'random');
    if (!plain) continue;
    let next = await run.send(plain);
    // A name that an earlier request took hides what the part does.
    if (next.answer.status === 409)
      next = await run.send(withFreshTexts(run.material, plain, run.nextSeed()));
    const { answer } = next;
    const isRefusal = answer.status < 500 && answer.status !== 409;
    if (isSuccess(answer) || (check === 'not_a_server_error' && isRefusal)) needed.push(part);
    else if (without && answer.status === exchange.answer.status) smallest = next;
  }
  const [part] = needed;
  const violation = part ? { ...named, pointer: part.pointer } : named;
  return { part, isNew: run.report(check, violation, [...before, smallest]) !== undefined };
}

function partsOf({ made, operation, query, headers }: Case): Part[] {
  const members = made && isRecord(made.value) ? Object.keys(made.value) : [];
  const given = operation.parameters.filter(
    ({ in: place, name, required }) =>
      !required &&
      ((place === 'query' && query.some(([key]) => key === name)) ||
        (place === 'header' && headers[name] !== undefined)),
  );
  const { schema = {}, pointer = '' } = made?.body ?? {};
  return [
    ...members.map((name): Part => {
      return { kind: 'member', name, pointer: pointerWithin(schema, pointer, 'properties', name) };
    }),
    ...given.map(
      (parameter): Part => ({ kind: 'parameter', name: parameter.name, pointer: parameter.pointer }),
    ),
  ];
}

type Change = 'without' | 'example' | 'random';

/** Without the part; or, for a member, with another value. @returns undefined when that changes nothing, or too much */
export function changePart(run: Run, item: Case, { kind, name }: Part, how: Change): Case | undefined {
  const { made, operation } = item;
  if (kind === 'parameter') {
    const parameter = operation.parameters.find((one) => one.name === name);
    return parameter && how !== 'random' ? withoutParameter(item, parameter) : undefined;
  }
  if (!made || !isRecord(made.value)) return undefined;
  const sources = {
    without: () => undefined,
    example: () => bodyExample(run.material, made.body).value,
    random: () => randomBody(run.material, item, run.nextSeed(), made.body)?.made?.value,
  };
  const source = sources[how]();
  const member = isRecord(source) ? (source as Record<string, Json>)[name] : undefined;
  const { [name]: own, ...rest } = made.value as Record<string, Json>;
  if (writeJson(own) === writeJson(member)) return undefined;
  const value: Json = member === undefined ? rest : { ...rest, [name]: member };
  const isBroken = judgeBody(run.material, made.body, value) === 'broken';
  return isBroken === (item.mode === 'negative') ? carrying(item, made.body, value) : undefined;
}
