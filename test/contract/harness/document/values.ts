/** What a parsed document is made of. */

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };
export type Member = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asRecord = (value: unknown): Member => (isRecord(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @returns a copy in which each value that is neither a list nor an object is what `change` makes of it */
export function mapValues(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapValues(item, change));
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapValues(member, change)]));
}
