// Changes single members of a resource that the service can only replace as a whole.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { checkNames, namesIn } from './build-request.js';
import type { CallOptions, Transport } from './call-types.js';
import { UnexpectedResponseError } from './errors.js';
import { PreconditionFailedError } from './status-errors.js';

/** How often somebody else may be faster before the call gives up. */
const ATTEMPTS = 5;

type Members = Record<string, unknown>;

/**
 * Each replacement carries the `ETag` of what was read, so that no change of others is lost. One that may have been
 * stored although its answer was lost is not merged a second time.
 *
 * @param change what becomes of single members, or a function that tells it for what was read; `undefined` changes nothing
 * @throws PreconditionFailedError when others were faster each time, or once after a replacement that may have been stored
 */
export async function edit(
  transport: Transport,
  put: OperationDescription,
  id: unknown,
  change: object | ((before: never) => object | undefined | Promise<object | undefined>),
  options: CallOptions = {},
): Promise<unknown> {
  // The generator has found both: a path with one parameter, and how to read what is replaced.
  const { readBy: get = put, path, body = {} } = put;
  const [idName = ''] = namesIn(path);
  if (typeof change !== 'function') checkNames(put, change);
  for (let attempt = 1; ; attempt++) {
    const { data, response } = await transport.send(get, { [idName]: id }, options);
    const before = data as Members; // as the contract has it for a resource with members
    const changed = typeof change === 'function' ? await change(before as never) : change;
    if (changed === undefined) return before;
    checkNames(put, changed);
    const etag = response.headers.get('etag');
    // Weak ones are equal to nothing (RFC 9110, 13.1.1): a proxy has made it of a strong one.
    if (!etag || etag.startsWith('W/'))
      throw new UnexpectedResponseError(get.id, 'The answer has no strong ETag.', response);
    const merged = Object.keys(body).map((name) => [name, (changed as Members)[name] ?? before[name]]);
    const args = { ...Object.fromEntries(merged), [idName]: id, 'If-Match': etag };
    try {
      return (await transport.send(put, args, options)).data;
    } catch (error) {
      const isBeaten = error instanceof PreconditionFailedError && !error.mayBeDone;
      if (attempt === ATTEMPTS || !isBeaten) throw error;
    }
  }
}
