/** Around everything: the one place that turns an error into a response. */
import type { Context, Middleware } from 'koa';
import type { Endpoint } from '../../contract/contract.js';
import { ApiError } from '../../errors/api-error.js';
import { isDenial, refuse } from '../../errors/denial.js';
import { toOAuth2Error } from '../../errors/oauth2-error.js';
import { NotAcceptable, ServiceUnavailable } from '../../errors/situations.js';
import { describeError, type ErrorHandler, type ErrorResponse } from '../../extension/error-handler.js';
import type { AuthenticationScheme } from '../../extension/scheme.js';
import type { Log } from '../../observability/log.js';
import { json } from '../../renderers/json.js';
import { isStoreUnavailable } from '../../store/store-unavailable.js';
import type { ApiRequest } from '../api-request.js';
import type { Renderer } from '../negotiation/renderer.js';
import { selectRenderer } from '../negotiation/select-renderer.js';
import { checkSendable } from './check-sendable.js';

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
  return async function renderErrors(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      const error = inFormOf(ctx.state.api.endpoint, recognise(thrown));
      const standard = isDenial(error) ? refuse(error, firstScheme) : describeError(error);
      const response = await respond(error, standard, ctx);
      report(error, response.status, ctx.state.id);
      await write(ctx, response, rendererOf(ctx, error));
    }
  };

  /** In the chosen form; before one was chosen, by what the client accepts, and as JSON when that says nothing. */
  function rendererOf(ctx: Context, error: unknown): Renderer {
    const { renderer: chosen }: ApiRequest = ctx.state.api;
    if (chosen !== undefined && !chosen.textOnly) return chosen;
    if (error instanceof NotAcceptable) return json;
    ctx.vary('Accept');
    return selectRenderer([json, pages], ctx.headers.accept) ?? json;
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
  ctx: Context,
  { status, headers, body }: ErrorResponse,
  renderer: Renderer,
): Promise<void> {
  ctx.status = status;
  ctx.remove('ETag');
  ctx.set({ ...headers });
  ctx.set('Content-Type', renderer.contentType);
  ctx.body = await renderer.render(body, ctx.state.api);
}
