/** The one place that turns an error into an answer. */
import { validateHeaderValue } from 'node:http';
import type { Deployment } from '../config/index.js';
import {
  ApiError,
  AuthenticationFailed,
  InvalidHost,
  NotAcceptable,
  NotAuthenticated,
  NotReady,
  ServiceUnavailable,
} from '../errors/index.js';
import { toOAuth2Error } from '../errors/oauth2-error.js';
import type { AuthenticationScheme, ErrorResponse } from '../extension.js';
import type { RenderedAnswer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import type { Found, Renderer } from '../http/route.js';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';
import { isStoreUnavailable } from '../store/errors.js';
import { compress } from './compression.js';
import { NOT_KEPT } from './conditional-requests.js';
import { selectRenderer } from './negotiate.js';

interface ErrorDeps {
  /** The first one decides between 401 and 403. */
  readonly schemes: readonly AuthenticationScheme[];
  readonly deployment: Deployment;
  readonly json: Renderer;
  readonly pages: Renderer;
  readonly log: Log;
}

/** Seconds until a client may ask an unreachable database again. */
const RETRY_AFTER = 2;

/** Never throws: what goes wrong here is logged, and answered with the standard 500 as JSON. */
export type AnswerError = (thrown: unknown, found: Found) => Promise<RenderedAnswer>;

export function makeAnswerError({ schemes, deployment, json, pages, log }: ErrorDeps): AnswerError {
  const { handleError } = deployment;
  const warnOfStore = warnSeldom(log, 'unavailable');
  const warnOfOthers = warnSeldom(log, 'unavailable');

  return async function answerError(thrown, found) {
    const { request } = found;
    try {
      const isOutage = !(thrown instanceof ApiError) && isStoreUnavailable(thrown);
      const known = isOutage ? new ServiceUnavailable(RETRY_AFTER, { cause: thrown }) : thrown;
      // The contract may ask for errors in the terms of another standard (`x-errors`).
      const error = found.target?.route.endpoint.errors === 'oauth2' ? toOAuth2Error(known) : known;
      const answer = await describe(error, request);
      report(error, answer.status, request);
      return await render(answer, rendererOf(found, error), found);
    } catch (failure) {
      log.error({ err: failure, request: request.id }, 'an error could not be answered');
      return UNHANDLED;
    }
  };

  async function describe(error: unknown, { method, path }: ApiRequest): Promise<ErrorResponse> {
    const standard = error instanceof ApiError ? standardAnswer(error, schemes[0]) : undefined;
    // A deployment's handler sees errors that are raised, and no failed validation.
    const isSeen = !(error instanceof ApiError) || (error.constructor as typeof ApiError).raised;
    if (!handleError || !isSeen) return standard ?? unhandled();
    try {
      const answer = await handleError(error, { method, path, standard });
      if (!answer) return unhandled();
      // Throws for a status, header or body that cannot be sent: plain JavaScript may answer anything.
      Response.json(answer.body, { status: answer.status, headers: answer.headers });
      return answer;
    } catch (failure) {
      log.error({ err: failure }, 'the error handler of the deployment failed');
      return unhandled();
    }
  }

  /** JSON in place of a page that cannot be made. @throws Error for a status or headers that HTTP does not have */
  async function render(answer: ErrorResponse, renderer: Renderer, found: Found): Promise<RenderedAnswer> {
    const { status, body } = answer;
    if (!(Number.isInteger(status) && status >= 200 && status < 600))
      throw new RangeError(`the status ${status}`);
    for (const [name, value] of Object.entries(answer.headers)) validateHeaderValue(name, value);
    const renderedBy = async ({ contentType, render }: Renderer) => {
      const headers = { 'Cache-Control': NOT_KEPT, ...answer.headers, 'Content-Type': contentType };
      return compress(
        { status, headers, body: await render({ status, headers, body }, found) },
        found.request,
      );
    };
    try {
      return await renderedBy(renderer);
    } catch (failure) {
      // No place for one more page, or a fault of the page.
      if (!(failure instanceof ServiceUnavailable))
        log.error({ err: failure, request: found.request.id }, 'the page of an error failed');
      return renderedBy(json);
    }
  }

  /** The negotiated renderer; before one is chosen, the one that `Accept` asks for, else JSON. */
  function rendererOf({ request, renderer: chosen }: Found, error: unknown): Renderer {
    if (chosen?.answersOnly) return json;
    if (chosen !== undefined && !chosen.textOnly) return chosen;
    if (error instanceof NotAcceptable || error instanceof InvalidHost) return json;
    request.vary('Accept');
    return selectRenderer([json, pages], request.headers.accept) ?? json;
  }

  /** Logs what the body does not tell. An unreachable database is no bug, so it gets no stack trace. */
  function report(error: unknown, status: number, { id: request, ctx }: ApiRequest): void {
    // Its reasons are logged by the check.
    if (error instanceof NotReady) return;
    if (error instanceof ServiceUnavailable) {
      // The work for a client that has hung up ends so.
      if (ctx.res.destroyed) return;
      const isOfStore = isStoreUnavailable(error.cause);
      const warn = isOfStore ? warnOfStore : warnOfOthers;
      warn({ part: isOfStore ? 'store' : 'other', reason: String(error.cause ?? error.detail), request });
    } else if (status >= 500) log.error({ err: error, request }, 'request failed');
  }
}

/**
 * Nobody was recognised: 401 with the first scheme's challenge, 403 without one where it has none (RFC 9110, 15.5.2).
 * Other errors are answered as they are.
 */
function standardAnswer(error: ApiError, first: AuthenticationScheme | undefined): ErrorResponse {
  const { status, headers, body } = error;
  if (!(error instanceof AuthenticationFailed || error instanceof NotAuthenticated))
    return { status, headers, body };
  const challenge = first?.challenge?.();
  if (challenge === undefined) return { status: 403, headers, body };
  return { status: 401, headers: { ...headers, 'WWW-Authenticate': challenge }, body };
}

/** The standard 500, whose body tells nothing about the cause. */
function unhandled(): ErrorResponse {
  const { status, headers, body } = new ApiError();
  return { status, headers, body };
}

const UNHANDLED: RenderedAnswer = {
  status: 500,
  headers: { 'Cache-Control': NOT_KEPT, 'Content-Type': 'application/json' },
  body: JSON.stringify(unhandled().body),
};
