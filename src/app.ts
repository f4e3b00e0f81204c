/** The Koa application: what surrounds every request, and inside it the service. */
import Koa from 'koa';
import type { Handlers } from '#generated/server/handlers.gen.js';
import { useSessions } from './authentication/sessions.js';
import type { Settings } from './config/index.js';
import { makeContract, type Specification } from './contract/contract.js';
import { readSpecification } from './contract/read-specification.js';
import { type HandlerContext, makeContextOf } from './handlers/context.js';
import { handlers } from './handlers/index.js';
import { limitReads, makeLists } from './handlers/lists.js';
import { type ApiRequest, type RenderedAnswer, writeAnswer } from './http/api-request.js';
import { makeAnswerError } from './pipeline/answer-error.js';
import { makeAuthentication } from './pipeline/authenticate.js';
import { makeCheckHost } from './pipeline/check-host.js';
import { compress } from './pipeline/compression.js';
import { locate, makeFindPath, makeMatch } from './pipeline/dispatcher.js';
import { makeFindRecord } from './pipeline/load-record.js';
import { logRequests } from './pipeline/log-requests.js';
import { makePermissions } from './pipeline/permissions.js';
import { renderAnswer, renderersOf } from './pipeline/render-answer.js';
import { makeRespond } from './pipeline/respond.js';
import { allowOrigins, secureHeaders } from './pipeline/security-headers.js';
import { makeStaticRoutes } from './pipeline/static-routes.js';
import { makeThrottles } from './pipeline/throttling.js';
import { makeValidateInput } from './pipeline/validation/validate-input.js';
import { browsable, makeVisitorOf } from './renderers/html/browsable.js';
import { assetRoutes } from './renderers/html/serve-assets.js';
import { json } from './renderers/json.js';
import { endOfTurn } from './scheduling/event-loop.js';
import type { Services } from './services.js';
import type { AnyDefinitions } from './store/definition.js';

/** `callback` is for `http.createServer`. */
export type App = Pick<Koa, 'callback'>;

/** What is served: a specification, and a handler for each of its operations. */
export interface Api {
  readonly specification: Specification;
  readonly handlers: Partial<Handlers<HandlerContext>>;
  /** Collections beside the service's own. */
  readonly definitions?: AnyDefinitions;
}

/** @throws Error when settings, `openapi.yaml` and the code do not fit together: the server must not start then */
export async function createApp(
  settings: Settings,
  services: Services,
  api: Api = { specification: readSpecification(), handlers },
): Promise<App> {
  const { store, log, metrics } = services;
  const { deployment, embedOrigins } = settings;
  const throttles = makeThrottles(settings);
  const authentication = makeAuthentication(settings, services, throttles);
  const { schemes } = authentication;
  const contract = makeContract({ ...settings, schemes }, api.specification);
  const { endpoints } = contract;
  const findPath = makeFindPath(endpoints);
  const staticRoutes = makeStaticRoutes(assetRoutes(), endpoints);
  const permissions = makePermissions(endpoints, log, deployment.permissions);
  const findRecord = makeFindRecord(endpoints, store);
  const limit = limitReads(metrics);
  const lists = makeLists(limit);
  const { url } = staticRoutes;
  const visitorOf = makeVisitorOf({ ...authentication, ...permissions, contract, url });
  const made = { contract, url, lists, throttles, findRecord, visitorOf };
  const known = { ...services, ...authentication, ...made, settings };
  const pages = browsable({ ...known, ...permissions, limit, findPath, embedOrigins });
  const answerError = makeAnswerError({ schemes, deployment, json, pages, log });
  const respond = makeRespond({
    ...known,
    permissions,
    renderers: renderersOf(endpoints, pages),
    match: await makeMatch(contract, api.handlers),
    validateInput: makeValidateInput(endpoints),
    contextOf: makeContextOf(known),
    renderAnswer,
  });

  // The last addresses in X-Forwarded-For are written by the proxies; a client can write the ones before them.
  const koa = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });
  const checkHost = makeCheckHost(settings, findPath);

  koa.use(logRequests(settings, log, metrics));
  koa.use(secureHeaders);
  // Answers a preflight itself.
  if (settings.corsOrigins.length > 0) koa.use(allowOrigins(settings.corsOrigins));
  koa.use(async function answer({ state }, next) {
    const request: ApiRequest = state.request;
    let answer: RenderedAnswer;
    try {
      // 400 for a name that an attacker points here. Before anything is done for the page that sent the request.
      checkHost(request);
      // The assets of pages are not in the contract. 404, or a redirect to the path with a slash at its end, for what is
      // in neither: a path that does not exist asks for no password.
      if (staticRoutes.has(request.path)) {
        state.answer = await staticRoutes.answer(request);
      } else {
        state.located = locate(request, findPath);
        request.found.endpoint = state.located.endpoint;
        request.found.located = state.located;
        await next();
      }
      answer = await compress(state.answer, request);
    } catch (error) {
      answer = await compress(await answerError(request, error), request);
    }
    await endOfTurn();
    writeAnswer(answer, request.ctx);
  });

  // A session that cannot be read or saved is an error of the request, so it is answered like the others.
  koa.use(useSessions(koa, store));
  koa.use(async function respondInSession({ state }) {
    state.answer = await respond(state.request, state.located);
  });

  // A client that hangs up is logged as cut off. Any other failure of a response is a fault of the service.
  koa.on('error', (error) => {
    const level = HANG_UPS.includes(error.code) ? 'debug' : 'error';
    log[level]({ err: error }, 'the response failed');
  });
  return koa;
}

const HANG_UPS = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
