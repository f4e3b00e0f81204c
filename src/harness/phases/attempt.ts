/** Sends a case, on a resource of its own where it may destroy one, and notes what the checks have against the answer. */
import { type Case, isSuccess } from '../case.js';
import { isRecord, type Json } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { NoAnswer } from '../errors.js';
import { randomBody, withBody, withFreshTexts } from '../generation/cases.js';
import type { Exchange, Named, Run } from '../run.js';
import type { Resource } from './resources.js';
import { shrink } from './shrink.js';

/** @returns whether something is new */
export async function attempt(run: Run, item: Case, resource?: Resource): Promise<boolean> {
  const before = madeBy(resource, { item });
  try {
    const exchange = await run.send(item);
    const violations = run.judge(exchange);
    if (violations.length === 0) return false;
    const isRandom = item.about.startsWith('made up') && run.target.configuration.shrinks;
    const shown = isRandom ? await shrink(run, exchange, violations) : exchange;
    return reportAll(run, [...before, shown], shown === exchange ? violations : run.judge(shown));
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
  return reportAll(run, exchanges, last ? run.judge(last) : []);
}

function reportAll(run: Run, exchanges: readonly Exchange[], violations: readonly Named[]): boolean {
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
    note(run, [exchange]);
    statuses.push(exchange.answer.status);
    if (isSuccess(exchange.answer)) return exchange;
  }
  return undefined;
}
