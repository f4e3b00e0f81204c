/** The way of a request through the service: one line for each decision, and why it stands there and not later. */

import type { Csrf } from '../authentication/csrf.js';
import { NotFound } from '../errors/index.js';
import type { AuthenticationScheme } from '../extension.js';
import type {
  Answer,
  ApiRequest,
  HandledRequest,
  Located,
  RenderedAnswer,
  Renderer,
} from '../http/api-request.js';
import { authenticate } from './authenticate.js';
import { checkPreconditions } from './conditional-requests.js';
import { describeResource } from './describe-resource.js';
import type { makeMatch } from './dispatcher.js';
import type { FindRecord } from './load-record.js';
import { negotiate, type Renderers } from './negotiate.js';
import { parseBody } from './parse-body.js';
import type { Permissions } from './permissions.js';
import type { Throttles } from './throttling.js';
import type { makeValidateInput } from './validation/validate-input.js';

/** What the steps need of settings and contract, made once at the start (`app.ts`). */
export interface RespondDeps<Context> {
  readonly renderers: Renderers;
  readonly schemes: readonly AuthenticationScheme[];
  readonly csrf: Csrf;
  readonly permissions: Permissions;
  readonly throttles: Throttles;
  readonly match: Awaited<ReturnType<typeof makeMatch<Context>>>;
  readonly findRecord: FindRecord;
  readonly validateInput: ReturnType<typeof makeValidateInput>;
  /** Makes what a handler gets beside its input. */
  readonly contextOf: (handled: HandledRequest) => Context;
  readonly renderAnswer: (answer: Answer, renderer: Renderer, request: ApiRequest) => Promise<RenderedAnswer>;
}

/**
 * Answers a request whose path exists. Each step returns what it found, or throws a class of `src/errors/` to refuse.
 * `request.found` notes what was found so far, for error pages and the log.
 */
export function makeRespond<Context>(deps: RespondDeps<Context>) {
  const { schemes, csrf, permissions, throttles, findRecord, renderAnswer } = deps;

  return async function respond(request: ApiRequest, located: Located): Promise<RenderedAnswer> {
    const { endpoint, pathParameters } = located;
    const { found, method } = request;
    const asked = { ...located, method };

    // 406, or 404 for an unknown `?format=`. First, so that every later refusal comes in the form that was asked for.
    const renderer = negotiate(request, endpoint, deps.renderers);
    found.renderer = renderer;

    // 401 or 403. A wrong password is refused whatever it was sent with, also to paths that everybody may read.
    const caller = await authenticate(request, endpoint, schemes);
    found.caller = caller;

    // 403 for a form without the CSRF token of its page (login, logout). Before its handler starts or ends a session.
    await csrf.protectPage(request, endpoint);

    // 401 or 403. Before the method is looked at, so that nobody learns by a refusal what a path can do.
    permissions.permit(caller, asked);

    // 429. After the checks that cost little, so that what they refuse is not counted; before anything is read.
    throttles.throttle(request, caller, located);

    // 200 for OPTIONS, to everybody who may ask.
    if (method === 'OPTIONS' && !endpoint.operations.has('options')) {
      const record = await findRecord(endpoint, pathParameters);
      const body = describeResource(endpoint, (method) =>
        permissions.mayUse(caller, { ...located, method }, record),
      );
      return renderAnswer({ status: 200, body }, renderer, request);
    }

    // 405. Before the record is loaded, because a method that the path does not have needs none.
    const { operation, handle } = deps.match(endpoint, method);
    found.operation = operation;

    // 404. Before the body is read, which may be large, and before the permission that depends on the record.
    const record = await findRecord(endpoint, pathParameters);
    if (record === null && endpoint.object !== undefined) throw new NotFound();
    found.record = record;

    // 401 or 403. Before the body costs anything, and before a 412 tells the version to a user who may not change it.
    permissions.permitRecord(caller, asked, record);

    // 412. Before the body is read, because nothing would be done with it.
    checkPreconditions(request, operation, record);

    // 415, 413, or 400 for a body that cannot be read.
    const sent = await parseBody(request, operation);

    // 400 with all field errors at once.
    const input = deps.validateInput(request, operation, pathParameters, sent);

    const handled = { request, endpoint, renderer, caller, operation, record, sent };
    const answer = await handle(input, deps.contextOf(handled));

    // 304 for a client whose copy is up to date; else JSON or a page.
    return renderAnswer(answer, renderer, request);
  };
}
