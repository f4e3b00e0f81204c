/** Errors for clients of OAuth 2.0 (RFC 6749, 5.2), with the `detail` that every error of this service has. */
import {
  ApiError,
  type ApiErrorOptions,
  AuthenticationFailed,
  type ErrorBody,
  NotAuthenticated,
  ParseError,
  UnsupportedMediaType,
  ValidationFailed,
} from './index.js';

export type OAuth2ErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** RFC 6749, 5.1 and 5.2, ask for it beside the `Cache-Control` of every error. */
const NOT_STORED = { Pragma: 'no-cache' } as const;

/** A refused request for a token: answered directly, as RFC 6749 has it, so a deployment's handler does not see it. */
export class OAuth2Error extends ApiError {
  static override readonly status: number = 400;
  static override readonly raised: boolean = false;

  constructor(
    readonly code: OAuth2ErrorCode,
    detail: string,
    options: Omit<ApiErrorOptions, 'detail'> = {},
  ) {
    super({ ...options, detail, headers: { ...NOT_STORED, ...options.headers } });
  }

  override get body(): ErrorBody {
    return { error: this.code, error_description: asDescription(this.detail), detail: this.detail };
  }
}

/** The client sent no credentials or is unknown: always 401, with the token endpoint's own challenge. */
export class InvalidClient extends OAuth2Error {
  static override readonly status = 401;

  constructor(detail: string, options: Omit<ApiErrorOptions, 'detail'> = {}) {
    super('invalid_client', detail, { ...options, headers: { 'WWW-Authenticate': 'Basic realm="oauth2"' } });
  }
}

/** Translates errors of the steps to those of RFC 6749, 5.2. Errors without an equivalent stay as they are. */
export function toOAuth2Error(error: unknown): unknown {
  if (error instanceof AuthenticationFailed || error instanceof NotAuthenticated)
    return new InvalidClient(error.detail, { cause: error });
  if (error instanceof ValidationFailed)
    return new OAuth2Error('invalid_request', explain(error.fields) || error.detail, { cause: error });
  if (error instanceof ParseError || error instanceof UnsupportedMediaType)
    return new OAuth2Error('invalid_request', error.detail, { cause: error });
  return error;
}

const explain = (fields: ValidationFailed['fields']): string =>
  Object.entries(fields)
    .map(([field, texts]) => `${field}: ${texts.join(' ')}`)
    .join(' ');

/** RFC 6749, 5.2 allows visible ASCII and the space, without `"` and `\`. */
function asDescription(detail: string): string {
  return detail.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
