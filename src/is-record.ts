/** @returns whether a value is what JSON calls an object (RFC 8259, 4): no list, and not null */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
