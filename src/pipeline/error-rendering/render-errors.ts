/** Middleware: the one place that turns an error into a response. */
import type { Endpoint } from '../../contract/contract.js';
import { ApiError } from '../../errors/api-error.js';
import { toOAuth2Error } from '../../errors/oauth2-error.js';
import { InvalidHost, NotAcceptable, NotReady, ServiceUnavailable } from '../../errors/situations.js';
import { describeError, type ErrorHandler, type ErrorResponse } from '../../extension/error-handler.js';
import type { AuthenticationScheme } from '../../extension/scheme.js';
import type { Log } from '../../observability/log.js';
import { isStoreUnavailable } from '../../store/store-unavailable.js';
import type { ApiRequest, Renderer } from '../api-request.js';
import { NOT_KEPT } from '../cache-control.js';
import type { IdentifiedRequest } from '../phases.js';
import { selectRenderer } from '../select-renderer.js';
import type { Stage } from '../stage.js';
import { checkSendable } from './check-sendable.js';
import { denialResponse, isDenial } from './denial.js';

export interface ErrorRendering {
  /** The first configured scheme: it decides between 401 and 403. */
  firstScheme: AuthenticationScheme | undefined;
  /** The deployment's own error style. */
  handleError: ErrorHandler | undefined;
  json: Renderer;
  /** Renders errors for browsers. */
  pages: Renderer;
  log: Log;
}

/** Seconds until a client may ask an unreachable database again. */
const RETRY_AFTER = 2;

export function renderErrors({
  firstScheme,
  handleError,
  json,
  pages,
  log,
}: ErrorRendering): Stage<IdentifiedRequest> {
  return function renderErrors(request, next) {
    const answer = (thrown: unknown) => answerError(request, thrown);
    try {
      // Not awaited: `await` throws what was rejected, which costs more than the rest of a refusal.
      return next(request).catch(answer);
    } catch (thrown) {
      return answer(thrown);
    }
  };

  async function answerError(request: IdentifiedRequest, thrown: unknown): Promise<void> {
    const error = inTermsOf(request.endpoint, recognise(thrown));
    const standard = isDenial(error) ? denialResponse(error, firstScheme) : describeError(error);
    const response =
      handleError && isRaised(error)
        ? await respond(handleError, error, standard, request)
        : (standard ?? unhandled());
    report(error, response.status, request.id);
    const rendered = write(request, response, rendererOf(request, error));
    request.ctx.body = rendered instanceof Promise ? await rendered : rendered;
  }

  /** The negotiated renderer; before stage 2 has chosen one, the one that `Accept` asks for, else JSON. */
  function rendererOf(request: ApiRequest, error: unknown): Renderer {
    const { renderer: chosen, headers } = request;
    if (chosen?.answersOnly) return json;
    if (chosen !== undefined && !chosen.textOnly) return chosen;
    if (error instanceof NotAcceptable || error instanceof InvalidHost) return json;
    request.vary('Accept');
    return selectRenderer([json, pages], headers.accept) ?? json;
  }

  /** Logs what the body does not tell. An unreachable database is no bug, so it gets no stack trace. */
  function report(error: unknown, status: number, request: string): void {
    // Its reasons are logged by the check.
    if (error instanceof NotReady) return;
    if (error instanceof ServiceUnavailable)
      log.warn({ reason: String(error.cause ?? error.detail), request }, 'unavailable');
    else if (status >= 500) log.error({ err: error, request }, 'request failed');
  }

  async function respond(
    handle: ErrorHandler,
    error: unknown,
    standard: ErrorResponse | undefined,
    { method, path }: { method: string; path: string },
  ): Promise<ErrorResponse> {
    try {
      const answer = await handle(error, { method, path, standard });
      if (!answer) return unhandled();
      checkSendable(answer);
      return answer;
    } catch (failure) {
      log.error({ err: failure }, 'the error handler of the deployment failed');
      return unhandled();
    }
  }
}

/** Whether the deployment's error handler sees it. */
function isRaised(error: unknown): boolean {
  return !(error instanceof ApiError) || (error.constructor as typeof ApiError).raised;
}

/** The standard 500, whose body tells nothing about the cause. */
function unhandled(): ErrorResponse {
  const { status, headers, body } = new ApiError();
  return { status, headers, body };
}

/** An unreachable store gets a declared answer. */
function recognise(thrown: unknown): unknown {
  if (thrown instanceof ApiError || !isStoreUnavailable(thrown)) return thrown;
  return new ServiceUnavailable(RETRY_AFTER, { cause: thrown });
}

/** The contract may ask for errors in the terms of another standard (`x-errors`). */
function inTermsOf(endpoint: Endpoint | undefined, error: unknown): unknown {
  return endpoint?.errors === 'oauth2' ? toOAuth2Error(error) : error;
}

/** @returns the body, after the head that it may show */
function write(
  request: ApiRequest,
  { status, headers, body }: ErrorResponse,
  renderer: Renderer,
): ReturnType<Renderer['render']> {
  const { ctx } = request;
  ctx.status = status;
  ctx.remove('ETag');
  request.setHeader('Cache-Control', NOT_KEPT);
  for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
  request.setHeader('Content-Type', renderer.contentType);
  return renderer.render(body, request);
}
