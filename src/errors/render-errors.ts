/** Around everything: the one place that turns an error into a response. */
import type { Context, Middleware } from 'koa';
import type { ApiRequest } from '../api-request.js';
import { isDenial, refuse } from '../authentication/refuse.js';
import type { AuthenticationScheme } from '../authentication/scheme.js';
import { isStoreUnavailable } from '../collections/store-unavailable.js';
import type { Endpoint } from '../contract.js';
import type { Log } from '../log.js';
import { selectRenderer } from '../negotiation/select-renderer.js';
import { json } from '../renderers/json/json.js';
import type { Renderer } from '../renderers/renderer.js';
import { ApiError } from './api-error.js';
import { checkSendable } from './check-sendable.js';
import { describeError, type ErrorHandler, type ErrorResponse } from './handler.js';
import { toOAuth2Error } from './oauth2-error.js';
import { NotAcceptable, ServiceUnavailable } from './situations.js';

export interface ErrorRendering {
  /** The first configured scheme: it decides between 401 and 403. */
  firstScheme: AuthenticationScheme | undefined;
  /** The deployment's own error style. */
  handleError: ErrorHandler | undefined;
  /** Renders errors for browsers. */
  pages: Renderer;
  log: Log;
}

/** Seconds after which a database is worth asking again. */
const RETRY_AFTER = 2;

export function renderErrors({ firstScheme, handleError, pages, log }: ErrorRendering): Middleware {
  return async function renderErrors(http, next) {
    try {
      await next();
    } catch (thrown) {
      const error = inFormOf(http.state.api.endpoint, recognise(thrown));
      const standard = isDenial(error) ? refuse(error, firstScheme) : describeError(error);
      const response = await respond(error, standard, http);
      report(error, response.status, http.state.id);
      await write(http, response, rendererOf(http, error));
    }
  };

  /** In the chosen form; before one was chosen, by what the client accepts, and as JSON when that says nothing. */
  function rendererOf(http: Context, error: unknown): Renderer {
    const { renderer: chosen }: ApiRequest = http.state.api;
    if (chosen !== undefined && !chosen.textOnly) return chosen;
    if (error instanceof NotAcceptable) return json;
    http.vary('Accept');
    return selectRenderer([json, pages], http.headers.accept) ?? json;
  }

  /** What the body does not tell; a database that is away is no bug, so it gets no stack. */
  function report(error: unknown, status: number, request: string): void {
    if (error instanceof ServiceUnavailable)
      log.warn({ reason: String(error.cause ?? error.detail), request }, 'unavailable');
    else if (status >= 500) log.error({ err: error, request }, 'request failed');
  }

  async function respond(
    error: unknown,
    standard: ErrorResponse | undefined,
    { method, path }: { method: string; path: string },
  ): Promise<ErrorResponse> {
    const isRaised = !(error instanceof ApiError) || (error.constructor as typeof ApiError).raised;
    if (!handleError || !isRaised) return standard ?? unhandled();
    try {
      const answer = await handleError(error, { method, path, standard });
      if (!answer) return unhandled();
      checkSendable(answer);
      return answer;
    } catch (failure) {
      log.error({ err: failure }, 'the error handler of the deployment failed');
      return unhandled();
    }
  }
}

/** The standard 500: its body tells nothing. */
function unhandled(): ErrorResponse {
  const { status, headers, body } = new ApiError();
  return { status, headers, body };
}

/** Failures of the parts around get a declared answer. */
function recognise(thrown: unknown): unknown {
  return isStoreUnavailable(thrown) ? new ServiceUnavailable(RETRY_AFTER, { cause: thrown }) : thrown;
}

/** The contract may ask for errors in the terms of another standard (`x-errors`). */
function inFormOf(endpoint: Endpoint | undefined, error: unknown): unknown {
  return endpoint?.errors === 'oauth2' ? toOAuth2Error(error) : error;
}

async function write(
  http: Context,
  { status, headers, body }: ErrorResponse,
  renderer: Renderer,
): Promise<void> {
  http.status = status;
  http.remove('ETag');
  http.set({ ...headers });
  http.set('Content-Type', renderer.contentType);
  http.body = await renderer.render(body, http.state.api);
}
