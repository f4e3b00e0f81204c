// Reads an answer: a success as its operation declares it, a redirection within the service, or an error.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import { RedirectError, UnexpectedResponseError } from './errors.js';
import { makeStatusError } from './status-errors.js';

/**
 * Requests hold credentials and somebody's code, so they go to no other origin.
 *
 * @param url where the request went
 * @returns where to send it again; `undefined` when the answer is no redirection
 * @throws RedirectError when it leads elsewhere
 */
export function findRedirect(
  { id, method, isRedirected }: OperationDescription,
  response: Response,
  url: string,
): string | undefined {
  if (isRedirected || !isRedirect(response)) return undefined;
  const location = response.headers.get('location');
  // Browsers tell nothing of a redirection that they do not follow themselves.
  const to = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const isAllowed = to?.origin === new URL(url).origin && (method === 'GET' || response.status > 306);
  if (to && isAllowed) return to.origin + to.pathname + to.search;
  const detail = `${method} ${url} was redirected to ${to ? to.origin + to.pathname : 'an address that is not told'}. It`;
  throw new RedirectError(
    id,
    `${detail} stays within the origin of baseUrl, and a write follows 307 and 308 only (RFC 9110, 15.4).`,
    response,
  );
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
): unknown {
  if (response.status === 304 || (isRedirected && isRedirect(response))) return undefined;
  if (!response.ok) throw makeStatusError(id, response, text);
  if (accept === undefined && text === '') return undefined;
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== accept) {
    const detail = `Expected ${accept ?? 'no body'}, got ${mediaType ?? 'no media type'}.`;
    throw new UnexpectedResponseError(id, detail, response, text);
  }
  if (!/[/+]json$/.test(accept ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const detail = 'The answer is not the JSON that it claims to be.';
    throw new UnexpectedResponseError(id, detail, response, text, cause);
  }
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
}
