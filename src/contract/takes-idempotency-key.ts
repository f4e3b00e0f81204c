/** Whether an operation declares `Idempotency-Key`; names of headers compare without case (RFC 9110, 5.1). */
import type { Parameter } from './specification.js';

export function takesIdempotencyKey(parameters: readonly Pick<Parameter, 'name' | 'in'>[]): boolean {
  return parameters.some(
    ({ name, in: place }) => place === 'header' && name.toLowerCase() === 'idempotency-key',
  );
}
