// Reads an answer: a success as its operation declares it, everything else as an error.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { UnexpectedResponseError } from './errors.js';
import { makeStatusError } from './status-errors.js';

/** Unlike `Response.text()` it keeps a byte order mark: it may be the beginning of somebody's code. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/**
 * @param text the body of the response
 * @returns what JSON holds, other media types as text, `undefined` without a body
 * @throws StatusError when the service refuses
 * @throws UnexpectedResponseError when it is a success, but not what the operation declares
 */
export function readAnswer(
  { id, accept, isRedirected }: OperationDescription,
  response: Response,
  text: string,
) {
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (response.status === 304 || (isRedirected && isRedirect)) return undefined;
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!response.ok)
    throw makeStatusError(id, response, mediaType === 'application/json' ? parse(text) : text);
  if (accept === undefined && text === '') return undefined;
  if (mediaType !== accept) {
    const found = mediaType ?? 'no media type';
    throw new UnexpectedResponseError(id, `Expected ${accept ?? 'no body'}, got ${found}.`, response, text);
  }
  if (accept !== 'application/json') return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = 'The answer is not the JSON that it claims to be.';
    throw new UnexpectedResponseError(id, detail, response, text, cause);
  }
}

/** The body of an error tells the same when it is broken: it stays text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
