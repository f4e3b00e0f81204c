/** The Koa application: what is made once at the start, and what surrounds every request. */
import Koa from 'koa';
import type { Handlers } from '#generated/server/handlers.gen.js';
import { makeAuthentication } from './authentication/schemes.js';
import { makeInSession } from './authentication/sessions.js';
import { makeSingleSignOn } from './authentication/single-sign-on.js';
import type { Settings } from './config/index.js';
import { makeContract, type Specification } from './contract/contract.js';
import { NO_BODY } from './contract/endpoint.js';
import { readSpecification } from './contract/read-specification.js';
import { bindHandlers } from './handlers/bind-handlers.js';
import type { HandlerContext } from './handlers/context.js';
import { handlers } from './handlers/index.js';
import { limitReads, makeLists } from './handlers/lists.js';
import { ApiRequest } from './http/api-request.js';
import type { FindTarget, Found } from './http/route.js';
import { makeUrl } from './http/urls.js';
import { makeAnswerError } from './pipeline/answer-error.js';
import { makeCheckHost } from './pipeline/check-host.js';
import { compileRoutes } from './pipeline/compile-routes.js';
import { makeHandlerOf } from './pipeline/dispatcher.js';
import { identifyRequest, makeLogRequest } from './pipeline/log-requests.js';
import { allowOrigins, secureHeaders } from './pipeline/security-headers.js';
import { makeServe } from './pipeline/serve.js';
import { makeThrottles } from './pipeline/throttling.js';
import { browsable } from './renderers/html/browsable.js';
import { loadAssets } from './renderers/html/serve-assets.js';
import { makeVisitorOf } from './renderers/html/visitor.js';
import { json } from './renderers/json.js';
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
  const { schemes, csrf, checkCredentials, findUser, grantAccessToken } = makeAuthentication(
    settings,
    services,
    throttles.takeAttempt,
  );
  const contract = makeContract({ ...settings, schemes }, api.specification);
  const { endpoints } = contract;
  const assets = loadAssets();
  const url = makeUrl([...assets.named, ...endpoints]);
  const hasLogin = endpoints.some(({ name }) => name === 'rest_framework:login');
  // Pages ask for the routes, which are compiled with the renderer of pages.
  const findTarget: FindTarget = (path) => findCompiled(path);
  const visitorOf = makeVisitorOf({ url, csrf, findTarget, hasLogin });
  const limit = limitReads(metrics);
  const pages = browsable({ limit, store, contract, findTarget, url, visitorOf, embedOrigins });
  const bound = bindHandlers(api.handlers, {
    store,
    log,
    highlighter: services.highlighter,
    readiness: services.readiness,
    secretKey: services.secretKey,
    csrf,
    checkCredentials,
    findUser,
    grantAccessToken,
    settings,
    contract,
    url,
    singleSignOn: await makeSingleSignOn(settings, services.secretKey),
    lists: makeLists(limit),
    visitorOf,
    countPreview: throttles.countPreview,
  });
  const handlerOf = await makeHandlerOf(contract, bound);
  const parts = { settings, store, log, schemes, throttles, pages, handlerOf };
  const findCompiled = compileRoutes(endpoints, parts);

  // The last addresses in X-Forwarded-For are written by the proxies; a client can write the ones before them.
  const koa = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });
  const serve = makeServe({
    findTarget,
    checkHost: makeCheckHost(settings),
    findAsset: assets.find,
    inSession: makeInSession(koa, store),
    csrf,
    answerError: makeAnswerError({ schemes, deployment, json, pages, log }),
  });
  const logRequest = makeLogRequest(log, metrics);
  const allowOrigin = settings.corsOrigins.length > 0 ? allowOrigins(settings.corsOrigins) : undefined;

  koa.use(async function answer(ctx) {
    const target = findTarget(ctx.path);
    const maxBytes = target?.route.methods.get(ctx.method)?.maxBytes ?? NO_BODY;
    const request = new ApiRequest(ctx, identifyRequest(ctx), maxBytes, settings);
    const found: Found = { request, target };
    logRequest(found);
    secureHeaders(ctx);
    // A preflight has its answer from here.
    if (allowOrigin) await allowOrigin(ctx, () => serve(found));
    else await serve(found);
  });

  // A client that hangs up is logged as cut off. Any other failure of a response is a fault of the service.
  koa.on('error', (error) => {
    const level = HANG_UPS.includes(error.code) ? 'debug' : 'error';
    log[level]({ err: error }, 'the response failed');
  });
  return koa;
}

const HANG_UPS = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];
