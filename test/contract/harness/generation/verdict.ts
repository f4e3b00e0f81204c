/** Whether text keeps a rule: it carries no types, so that services read some of it differently. */
import { exact, type Numeric, parseJson } from '../document/exact-numbers.js';
import type { Schema } from '../document/model.js';
import type { Judge, Validators } from '../document/validators.js';
import type { Json } from '../document/values.js';

/** `open`: one service may read it as something valid, another may not. */
export type Verdict = 'kept' | 'broken' | 'open';

/** @param value texts, or arrays and objects of them */
export function judgeText({ sent, sentText }: Validators, schema: Schema, value: Json): Verdict {
  const keeps = (judge: Judge, read: Json) => judge(read).length === 0;
  if (strictReadings(value).some((read) => keeps(sent(schema), read))) return 'kept';
  if (looseReadings(value).some((read) => keeps(sent(schema), read))) return 'open';
  return keeps(sentText(schema), value) ? 'open' : 'broken';
}

/** What everybody reads in a text: the text, and what it is as canonical JSON. */
export function strictReadings(value: Json): Json[] {
  if (Array.isArray(value)) return [value, value.map((item) => strictReadings(item).at(-1) ?? item)];
  if (typeof value !== 'string') return [value];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  const number = numberIn(value);
  return number === undefined ? [value] : [value, number];
}

/** Of whole numbers their digits alone: not all read `1e+21` as an integer. */
function numberIn(text: string): Numeric | undefined {
  if (/^-?[1-9]\d{15,}$/.test(text)) return exact(BigInt(text));
  const number = Number(text);
  if (text === '' || String(number) !== text || !Number.isFinite(number)) return undefined;
  return !Number.isInteger(number) || /^-?\d+$/.test(text) ? number : undefined;
}

/** What some read in a text. */
export function looseReadings(value: Json): Json[] {
  if (Array.isArray(value)) return looseLists(value);
  if (typeof value !== 'string') return [];
  const word = value.trim().toLowerCase();
  return [
    ...(word !== '' && Number.isFinite(Number(word)) ? [numberIn(word) ?? Number(word)] : []),
    ...(['1', 'yes', 'on', 't', 'y', 'true'].includes(word) ? [true] : []),
    ...(['0', 'no', 'off', 'f', 'n', 'false'].includes(word) ? [false] : []),
    ...(word === 'null' ? [null] : []),
    ...structureIn(value),
  ];
}

/** Its items read alike: all as numbers, or all as what else some read in them. */
function looseLists(items: readonly Json[]): Json[] {
  const read = items.map((item) => [...looseReadings(item), ...strictReadings(item).slice(-1)]);
  const most = Math.max(0, ...read.map((all) => all.length));
  return Array.from({ length: most }, (_, index) => read.map((all) => all[index] ?? all.at(-1) ?? null));
}

/** A structure where nothing says how it is written. */
function structureIn(text: string): Json[] {
  if (!/^[[{]/.test(text)) return [];
  try {
    return [parseJson(text) as Json];
  } catch {
    return [];
  }
}
