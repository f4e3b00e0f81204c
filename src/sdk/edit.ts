// Changes single members of a resource that the service can only replace as a whole.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { checkArguments, namesIn, pick } from './build-request.js';
import type { Answer, CallOptions, Transport } from './call-types.js';
import { PreconditionFailedError, UnexpectedResponseError } from './errors.js';

/** How often somebody else may be faster before the call gives up. */
const ATTEMPTS = 5;

type Members = Record<string, unknown>;
type Change = (before: unknown) => object | undefined | Promise<object | undefined>;

/**
 * Each replacement carries the `ETag` of what was read, so that no change of others is lost. One that may have been
 * stored although its answer was lost is not merged a second time.
 *
 * @throws PreconditionFailedError when others were faster each time, or once after a replacement that may have been stored
 */
export async function edit(
  transport: Transport,
  name: string,
  put: OperationDescription,
  args: object,
  options: CallOptions = {},
): Promise<Answer<unknown>> {
  checkArguments(name, { ...put, query: ['change'] }, args);
  const { change, ...members } = args as Members & { change?: Change };
  // The generator has found both: a path with one parameter, and how to read what is replaced.
  const { readBy: get = put, path, body = [] } = put;
  const where = pick(namesIn(path), members);
  for (let attempt = 1; ; attempt++) {
    const answer = await transport.send(get, where, options);
    const { response } = answer;
    const before = answer.data as Members; // as the contract has it for a resource with members
    const made = await change?.(before);
    if (change && !made) return answer;
    const changed: Members = { ...members, ...made };
    const etag = response.headers.get('etag');
    // Weak ones are equal to nothing (RFC 9110, 13.1.1): a proxy has made it of a strong one.
    if (!etag?.startsWith('"'))
      throw new UnexpectedResponseError(get, response.url, 'No strong ETag.', response);
    for (const member of body) changed[member] ??= before[member];
    try {
      return await transport.send(put, { ...changed, ...where, 'If-Match': etag }, options);
    } catch (error) {
      const isBeaten = error instanceof PreconditionFailedError && !error.mayBeDone;
      if (attempt === ATTEMPTS || !isBeaten) throw error;
    }
  }
}
