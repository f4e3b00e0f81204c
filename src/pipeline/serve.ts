/** The way of a request: one line for each decision, and why it stands there and not later. */
import type { Csrf } from '../authentication/csrf.js';
import type { InSession } from '../authentication/sessions.js';
import { MethodNotAllowed, NotFound } from '../errors/index.js';
import { type AnswerAsset, writeAnswer } from '../http/answer.js';
import type { ApiRequest } from '../http/api-request.js';
import type { FindTarget, Found } from '../http/route.js';
import { endOfTurn } from '../scheduling/event-loop.js';
import type { AnswerError } from './answer-error.js';
import { authenticate } from './authenticate.js';
import { compress } from './compression.js';
import { checkPreconditions } from './conditional-requests.js';
import { describeResource } from './describe-resource.js';
import { MovedPermanently } from './find-target.js';
import { negotiate } from './negotiate.js';
import { parseBody } from './parse-body.js';
import { renderAnswer } from './render-answer.js';

/** What is made once at the start. */
export interface ServeParts {
  readonly findTarget: FindTarget;
  readonly checkHost: (request: ApiRequest) => void;
  /** undefined: the path is none of an asset. */
  readonly findAsset: (path: string) => AnswerAsset | undefined;
  readonly inSession: InSession;
  readonly csrf: Csrf;
  readonly answerError: AnswerError;
}

/**
 * Answers a request. Each step returns what it found, or throws a class of `src/errors/` to refuse; `found` notes it, for
 * error pages and the log.
 */
export function makeServe(parts: ServeParts): (found: Found) => Promise<void> {
  const { findTarget, checkHost, findAsset, inSession, csrf, answerError } = parts;

  return async function serve(found: Found): Promise<void> {
    const { request, target } = found;
    const { ctx, method, path } = request;
    try {
      // Every answer of a known path has it, a refusal too.
      const slashed = target || path.endsWith('/') ? undefined : findTarget(`${path}/`);
      const allow = (target ?? slashed)?.route.endpoint.allow;
      if (allow !== undefined) request.setHeader('Allow', allow);

      // 400 for a name that an attacker points here. Before anything is done for the page that sent the request.
      checkHost(request);

      // The assets of pages, which are not in the contract.
      const answerAsset = findAsset(path);
      if (answerAsset) return writeAnswer(await answerAsset(request), ctx);

      // A redirect to the path with a slash at its end, or 404. A path that does not exist asks for no password.
      if (slashed) throw new MovedPermanently(request);
      if (!target) throw new NotFound();
      const { route, parameters } = target;
      const { endpoint } = route;

      // A session that cannot be read or saved is an error of the request, so it is answered like the others.
      const answer = await inSession(request, endpoint, async () => {
        // 406, or 404 for an unknown `?format=`. First, so that every later refusal comes in the form that was asked for.
        found.renderer = negotiate(request, route);

        // 401 or 403. A wrong password is refused whatever it was sent with, also to paths that everybody may read.
        found.caller = await authenticate(request, route.schemes);

        // 403 for a form without the CSRF token of its page (login, logout). Before its handler starts or ends a session.
        await csrf.protectPage(request, endpoint);

        // 401 or 403. Before the method is looked at, so that nobody learns by a refusal what a path can do.
        route.permit(found.caller, target, method);

        // 429. After the checks that cost little, so that what they refuse is not counted; before anything is read.
        route.throttle(request, found.caller, target);

        // 200 for OPTIONS, to everybody who may ask.
        const { caller, renderer } = found;
        if (method === 'OPTIONS' && !route.methods.has(method)) {
          const record = await route.find(parameters, caller);
          const body = describeResource(endpoint, (one) => route.mayUse(caller, target, one, record));
          return renderAnswer({ status: 200, body }, renderer, found);
        }

        // 405. Before the record is loaded, because a method that the path does not have needs none.
        const routed = route.methods.get(method);
        if (!routed) throw new MethodNotAllowed(method);
        const { operation, validate, handle } = routed;
        found.operation = operation;

        // 404. Before the body is read, which may be large, and before the permission that depends on the record.
        const record = await route.find(parameters, caller);
        if (record === null && endpoint.object !== undefined) throw new NotFound();
        found.record = record;

        // 401 or 403. Before the body costs anything, and before a 412 tells the version to a user who may not change it.
        route.permitRecord(caller, target, method, record);

        // 412. Before the body is read, because nothing would be done with it.
        if (operation.method !== 'get') checkPreconditions(request, endpoint, record);

        // 415, 413, or 400 for a body that cannot be read.
        const sent = await parseBody(found, operation);

        // 400 with all field errors at once.
        const input = validate(request, parameters, sent);

        const handled = await handle(input, { request, route, renderer, caller, operation, record, sent });

        // 304 for a client whose copy is up to date; else JSON or a page.
        return renderAnswer(handled, renderer, found);
      });
      const compressed = await compress(answer, request);
      await endOfTurn();
      writeAnswer(compressed, ctx);
    } catch (error) {
      const answer = await answerError(error, found);
      await endOfTurn();
      writeAnswer(answer, ctx);
    }
  };
}
