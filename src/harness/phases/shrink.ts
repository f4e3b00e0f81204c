/** Makes a request that fails smaller, as long as it fails in the same way. */
import { type Case, methodOf } from '../case.js';
import { isRecord, type Json } from '../document/model.js';
import { writeJson } from '../document/parse.js';
import { carrying } from '../generation/cases.js';
import { judgeBody } from '../generation/verdict.js';
import type { Exchange, Named, Run } from '../run.js';

/** No failure is worth more requests. */
const MOST = 40;

/** @param found what is wrong with the answer @returns the exchange of the smallest request that was found to fail so */
export async function shrink(run: Run, failing: Exchange, found: readonly Named[]): Promise<Exchange> {
  const [first] = found;
  // What is deleted, or made under its only name, is not there a second time.
  if (!first || methodOf(failing.item) === 'DELETE') return failing;
  let smallest = failing;
  let left = MOST;
  const isAlike = (one: Exchange) =>
    one.answer.status === smallest.answer.status &&
    run.judge(one).some(({ check, pointer }) => check === first.check && pointer === first.pointer);
  for (let smaller: Exchange | undefined = failing; smaller && left > 0; ) {
    smaller = undefined;
    for (const item of smallerThan(run, smallest.item)) {
      if (left === 0) break;
      left -= 1;
      const exchange = await run.send(item);
      if (!isAlike(exchange)) continue;
      smaller = exchange;
      smallest = exchange;
      break;
    }
  }
  return smallest;
}

/** The largest steps first; each keeps its promise, or breaks it as before. */
function smallerThan(run: Run, item: Case): Case[] {
  const { operation, query, headers, made } = item;
  const isOptional = (name: string, place: string) =>
    operation.parameters.some((one) => one.name === name && one.in === place && !one.required);
  const queries = query.flatMap(([name], index) =>
    isOptional(name, 'query') ? [{ ...item, query: query.filter((_, other) => other !== index) }] : [],
  );
  const others = Object.keys(headers).flatMap((name) => {
    const { [name]: _left, ...rest } = headers;
    return isOptional(name, 'header') ? [{ ...item, headers: rest }] : [];
  });
  if (!made) return [...queries, ...others];
  const { body, value } = made;
  const verdict = judgeBody(run.material, body, value);
  const bodies = smallerValues(value)
    .filter((one) => judgeBody(run.material, body, one) === verdict)
    .map((one) => carrying(item, body, one));
  return [...queries, ...others, ...bodies];
}

function smallerValues(value: Json): Json[] {
  if (typeof value === 'string') {
    const characters = [...value];
    const half = Math.floor(characters.length / 2);
    return half === 0 ? [] : [characters.slice(0, half).join(''), characters.slice(half).join('')];
  }
  if (Array.isArray(value)) {
    const without = value.map((_, index) => value.filter((__, other) => other !== index));
    const within = value.flatMap((one, index) =>
      smallerValues(one).map((smaller) => value.with(index, smaller)),
    );
    return [...(value.length > 2 ? [value.slice(0, 1)] : []), ...without, ...within];
  }
  if (!isRecord(value)) return typeof value === 'number' && Math.abs(value) > 1 ? [0, 1] : [];
  const members = Object.entries(value as Record<string, Json>);
  const largest = members.toSorted(([, one], [, other]) => writeJson(other).length - writeJson(one).length);
  const without = largest.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name)));
  const within = largest.flatMap(([name, one]) =>
    smallerValues(one).map((smaller) => ({ ...(value as Record<string, Json>), [name]: smaller })),
  );
  return [...without, ...within];
}
