// Reads an answer: a success as its operation declares it, a redirection within the service, or an error.
import type { OperationDescription } from '#generated/sdk/operations.gen.js';
import type { ErrorBody } from '#generated/sdk/types.gen.js';
import * as errors from './errors.js';

/** How many redirections an attempt follows. */
const MOST_REDIRECTS = 5;

const classes: Readonly<Record<number, typeof errors.StatusError>> = {
  400: errors.BadRequestError,
  401: errors.AuthenticationError,
  403: errors.PermissionDeniedError,
  404: errors.NotFoundError,
  412: errors.PreconditionFailedError,
  429: errors.RateLimitError,
};

/**
 * What the service says of credentials that are missing or wrong, with 400 where they are members of the body, and with
 * 403 when its first scheme is the session, which has no challenge to send (RFC 9110, 15.5.2).
 */
const credentialsRefused = /^40[03](.*credentials|Invalid (username|token))/;

/**
 * Requests hold credentials and somebody's code, so they go to no other origin.
 *
 * @param url where the request went
 * @param redirects how many this attempt has followed so far
 * @returns where to send it again; `undefined` when the answer is no redirection
 * @throws RedirectError when it leads elsewhere
 */
export function findRedirect(
  operation: OperationDescription,
  response: Response,
  url: string,
  redirects: number,
): string | undefined {
  const { method, isRedirected } = operation;
  if (isRedirected || !isRedirect(response)) return undefined;
  const location = response.headers.get('location');
  // Browsers tell nothing of a redirection that they do not follow themselves.
  const to = location && URL.canParse(location, url) ? new URL(location, url) : undefined;
  // 307 and 308 keep the method and the body (RFC 9110, 15.4); of a write the others would make a read.
  const isRepeated = !method || response.status > 306;
  const place = to ? to.origin + to.pathname : 'elsewhere';
  if (to?.origin === new URL(url).origin && isRepeated && redirects < MOST_REDIRECTS)
    return place + to.search;
  throw new errors.RedirectError(operation, url, `Redirected to ${place}.`, response);
}

/**
 * @param text the body of the response
 * @param url where the request went
 * @returns what JSON holds, other media types as text, `undefined` without a body
 * @throws StatusError when the service refuses
 * @throws UnexpectedResponseError when it is a success, but not what the operation declares
 */
export function readAnswer(
  operation: OperationDescription,
  response: Response,
  text: string,
  url: string,
): unknown {
  const { accept = 'application/json' } = operation;
  // A redirection that has not been followed is the success.
  if (response.status === 304 || isRedirect(response)) return undefined;
  if (!response.ok) {
    const body = readErrorBody(text);
    const { detail, non_field_errors: general } = Object(body);
    const { status } = response;
    const situation = credentialsRefused.test(status + (general?.[0] ?? detail)) ? 401 : status;
    throw new (classes[situation] ?? errors.StatusError)(operation, url, response, body);
  }
  if (accept === '' && text === '') return undefined;
  const [mediaType] = (response.headers.get('content-type') ?? 'nothing').toLowerCase().split(/[\s;]/, 1);
  let detail = `Expected ${accept || 'nothing'}, got ${mediaType}.`;
  let cause: unknown;
  if (mediaType === accept) {
    if (!/[/+]json$/.test(accept)) return text;
    try {
      return JSON.parse(text);
    } catch (error) {
      cause = error;
      detail = 'Bad JSON.';
    }
  }
  throw new errors.UnexpectedResponseError(operation, url, detail, response, cause, text);
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || /30[12378]/.test(String(status));
}

/** Whatever its media type is: `application/problem+json` has a `detail` too. */
function readErrorBody(text: string): ErrorBody | string | undefined {
  try {
    const body = JSON.parse(text);
    if (typeof body?.detail === 'string') return body;
  } catch {
    // A page of a proxy, or JSON that was cut off.
  }
  return text || undefined;
}
