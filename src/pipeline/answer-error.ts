/** The one place that turns an error into an answer. */

import { STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Deployment } from '../config/index.js';
import type { Endpoint } from '../contract/contract.js';
import { ApiError } from '../errors/api-error.js';
import { toOAuth2Error } from '../errors/oauth2-error.js';
import {
  AuthenticationFailed,
  InvalidHost,
  NotAcceptable,
  NotAuthenticated,
  NotReady,
  ServiceUnavailable,
} from '../errors/situations.js';
import type { AuthenticationScheme } from '../extension.js';
import { describeError, type ErrorHandler, type ErrorResponse } from '../extension.js';
import type { Log } from '../observability/log.js';
import { warnSeldom } from '../observability/warn-seldom.js';
import { isStoreUnavailable } from '../store/errors.js';
import type { Answer, RenderedAnswer } from './answer.js';
import type { ApiRequest, Renderer } from './api-request.js';
import { NOT_KEPT } from './conditional-requests.js';
import { selectRenderer } from './negotiate.js';

export interface ErrorDeps {
  /** The first one decides between 401 and 403. */
  readonly schemes: readonly AuthenticationScheme[];
  readonly deployment: Pick<Deployment, 'handleError'>;
  readonly json: Renderer;
  /** Renders errors for browsers. */
  readonly pages: Renderer;
  readonly log: Log;
}

/** Seconds until a client may ask an unreachable database again. */
const RETRY_AFTER = 2;

export function makeAnswerError({ schemes, deployment, json, pages, log }: ErrorDeps) {
  const { handleError } = deployment;
  const warnOfStore = warnSeldom(log, 'unavailable');
  const warnOfOthers = warnSeldom(log, 'unavailable');

  return async function answerError(request: ApiRequest, thrown: unknown): Promise<RenderedAnswer> {
    const error = inTermsOf(request.found.endpoint, recognise(thrown));
    const standard = isDenial(error) ? denialResponse(error, schemes[0]) : describeError(error);
    const { status, headers, body } =
      handleError && isSeenByHandler(error)
        ? await askHandler(handleError, error, standard, request)
        : (standard ?? unhandled());
    report(error, status, request);
    const answer = { status, headers, body };
    try {
      return await renderedBy(rendererOf(request, error), answer, request);
    } catch (refusal) {
      if (!(refusal instanceof ServiceUnavailable)) throw refusal;
      // No place for one more page.
      return renderedBy(json, answer, request);
    }
  };

  async function renderedBy(
    renderer: Renderer,
    answer: Answer,
    request: ApiRequest,
  ): Promise<RenderedAnswer> {
    const { status, body } = answer;
    const headers = {
      'Cache-Control': NOT_KEPT,
      ...answer.headers,
      'Content-Type': renderer.contentType,
    };
    return { status, headers, body: await renderer.render({ status, headers, body }, request) };
  }

  /** The negotiated renderer; before one is chosen, the one that `Accept` asks for, else JSON. */
  function rendererOf(request: ApiRequest, error: unknown): Renderer {
    const { renderer: chosen } = request.found;
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

  async function askHandler(
    handle: ErrorHandler,
    error: unknown,
    standard: ErrorResponse | undefined,
    { method, path }: ApiRequest,
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

/** Nobody was recognised: 401 or 403 by the first configured scheme. */
function isDenial(error: unknown): error is ApiError {
  return error instanceof AuthenticationFailed || error instanceof NotAuthenticated;
}

/** @returns 401 with the first scheme's challenge; 403 without one when it has none (RFC 9110, 15.5.2) */
function denialResponse({ headers, body }: ApiError, first: AuthenticationScheme | undefined): ErrorResponse {
  const challenge = first?.challenge?.();
  if (challenge === undefined) return { status: 403, headers, body };
  return { status: 401, headers: { ...headers, 'WWW-Authenticate': challenge }, body };
}

/** The error handler of a deployment sees errors that are raised, and no failed validation. */
function isSeenByHandler(error: unknown): boolean {
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

/** @throws Error naming what cannot be sent; plain JavaScript may answer anything, whatever the type says */
function checkSendable({ status, headers, body }: ErrorResponse): void {
  if (!(status >= 200 && status in STATUS_CODES))
    throw new RangeError(`${status} is not the status of an answer`);
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (isStream(body) || typeof JSON.stringify(body) !== 'string') throw new TypeError('the body is not JSON');
}

/** The JSON renderer would stream it, and an error is sent whole. */
function isStream(body: object): boolean {
  return Symbol.asyncIterator in body;
}
