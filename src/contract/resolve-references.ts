/** References are followed at the start: this goes with the pages that still call it. */
export const resolve = <T extends object>(_specification: unknown, value: T | { $ref: string }): T =>
  value as T;
