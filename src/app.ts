/** The application: everything that a request meets, in the order in which it meets it. */
import type { RequestListener } from 'node:http';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import type { Handlers } from '#generated/server/handlers.gen.js';
import type { Settings } from './config/index.js';
import { makeContract, type Specification } from './contract/contract.js';
import { readSpecification } from './contract/read-specification.js';
import type { HandlerContext } from './handlers/context.js';
import { handlers } from './handlers/index.js';
import { ApiRequest } from './pipeline/api-request.js';
import { authenticate } from './pipeline/authentication/authenticate.js';
import { makeCsrf } from './pipeline/authentication/csrf/csrf.js';
import { protectPages } from './pipeline/authentication/csrf/protect-pages.js';
import { makeGrantAccessToken } from './pipeline/authentication/oauth2/grant-access-token.js';
import { makeCheckCredentials } from './pipeline/authentication/passwords/check-credentials.js';
import { makeIsConfidential } from './pipeline/authentication/require-secure-transport.js';
import { selectSchemes } from './pipeline/authentication/select-schemes.js';
import { makeSessionStore } from './pipeline/authentication/sessions/session-store.js';
import { useSessions } from './pipeline/authentication/sessions/use-sessions.js';
import { checkPreconditions } from './pipeline/conditional-requests/check-preconditions.js';
import { makeDispatch, type Pipeline } from './pipeline/dispatcher.js';
import { renderErrors } from './pipeline/error-rendering/render-errors.js';
import { identifyRequest } from './pipeline/middleware/identify-request.js';
import { logRequests } from './pipeline/middleware/log-requests.js';
import { secureHeaders } from './pipeline/middleware/secure-headers.js';
import { negotiate } from './pipeline/negotiation/negotiate.js';
import { loadObject } from './pipeline/object-loading/load-object.js';
import { describeResource } from './pipeline/options/describe-resource.js';
import { parseBody } from './pipeline/parsing/parse-body.js';
import { readBody } from './pipeline/parsing/read-body.js';
import { checkObjectPermission } from './pipeline/permissions/check-object-permission.js';
import { checkPermission } from './pipeline/permissions/check-permission.js';
import { makeMayUse } from './pipeline/permissions/may-use.js';
import { makePermissionsOf } from './pipeline/permissions/permissions.js';
import { locateEndpoint } from './pipeline/routing/locate-endpoint.js';
import { nameEndpoints } from './pipeline/routing/reverse-names.js';
import type { Services } from './pipeline/services.js';
import { throttle } from './pipeline/throttling/throttle.js';
import { makeThrottles } from './pipeline/throttling/throttles.js';
import { validateInput } from './pipeline/validation/validate-input.js';
import { serveAssets } from './renderers/html/assets.js';
import { browsable } from './renderers/html/browsable.js';
import { makeRecogniseVisitor } from './renderers/html/recognise-visitor.js';
import { renderResponse } from './renderers/render-response.js';
import { renderersOf } from './renderers/renderers-of.js';
import type { AnyDefinitions } from './store/definition.js';

export interface App {
  /** For `http.createServer`. */
  callback(): RequestListener;
}

/** What is served: a document, and a handler for each of its operations. */
export interface Api {
  readonly specification: Specification;
  readonly handlers: Partial<Handlers<HandlerContext>>;
  /** Collections beside the service's own. */
  readonly definitions?: AnyDefinitions;
}

const ownApi = (): Api => ({ specification: readSpecification(), handlers });

/** @throws Error when settings, `openapi.yaml` and the code do not fit together: the server must not start then */
export async function createApp(settings: Settings, services: Services, api: Api = ownApi()): Promise<App> {
  const { store, log, metrics } = services;
  const throttles = makeThrottles(settings, services);
  const checkCredentials = makeCheckCredentials(store, { takeAttempt: throttles.login });
  const csrf = makeCsrf(services.secretKey, settings);
  const schemes = selectSchemes(settings, { ...services, csrf, checkCredentials });
  const contract = makeContract({ ...settings, schemes }, api.specification);
  const { endpoints } = contract;
  const router = new Router();
  const url = nameEndpoints(router, endpoints);
  const permissionsOf = makePermissionsOf(settings.deployment.permissions);
  const mayUse = makeMayUse(permissionsOf);
  const sessions = makeSessionStore(store);
  const recogniseVisitor = makeRecogniseVisitor(store, sessions);
  const pages = browsable({ contract, url, csrf, mayUse, recogniseVisitor });

  const pipeline: Pipeline = {
    beforeMatch: [
      locateEndpoint(endpoints), // 1: 404, or a redirect to the path with its last slash
      negotiate(renderersOf(endpoints, pages)), // 2: 406
      authenticate(schemes), // 3: 401 or 403
      protectPages(csrf), //    403 for a form that is not the page's own
      checkPermission(endpoints, permissionsOf), // 4: 401 or 403
      throttle(endpoints, throttles), // 5: 429
    ],
    // 6: openapi-backend matches the method: 405, and OPTIONS is answered
    afterMatch: [
      loadObject(store), // 7: 404,
      checkObjectPermission(endpoints, permissionsOf), //    then 403,
      checkPreconditions(), //    then 412
      parseBody(), // 8: 415, 400, 413
      validateInput(contract), // 9: 400 with field errors
    ],
    // 10: the handler
    describe: describeResource(contract, store, mayUse),
  };
  const dispatch = await makeDispatch(contract, pipeline, api.handlers, {
    ...services,
    contract,
    url,
    checkCredentials,
    grantAccessToken: makeGrantAccessToken(store, checkCredentials, settings),
    csrf,
    recogniseVisitor,
    ownership: settings.ownership,
  });
  const parts = {
    readBody: readBody(settings.maxBodyBytes),
    isConfidential: makeIsConfidential(settings),
  };

  serveAssets(router);
  router.get('metrics', '/metrics', async (ctx) => {
    ctx.set('Content-Type', metrics.registry.contentType);
    ctx.body = await metrics.registry.metrics();
  });

  // As many of the last addresses in X-Forwarded-For are those that the proxies wrote; what is before them, anybody may write.
  const koa = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });
  koa.use(function begin(ctx, next) {
    ctx.state.api = new ApiRequest(ctx, parts);
    return next();
  });
  koa.use(identifyRequest()); // 0: around everything
  koa.use(logRequests(log, metrics));
  koa.use(secureHeaders());
  if (settings.corsOrigins.length > 0) koa.use(allowOrigins(settings.corsOrigins));
  koa.use(
    renderErrors({ firstScheme: schemes[0], handleError: settings.deployment.handleError, pages, log }),
  );
  koa.use(useSessions(koa, sessions, endpoints));
  koa.use(router.routes());
  koa.use(async function respond(ctx) {
    const request: ApiRequest = ctx.state.api;
    await renderResponse(request, await dispatch(request)); // 11
  });
  // A client that hangs up is in the log as cut off; anything else that stops a response is a fault here.
  koa.on('error', (error) => log[isHangUp(error) ? 'debug' : 'error']({ err: error }, 'the response failed'));
  return { callback: () => koa.callback() };
}

function isHangUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Scripts of these origins may read answers and the headers that the contract declares. */
function allowOrigins(origins: readonly string[]): Koa.Middleware {
  return cors({
    origin: ({ headers: { origin = '' } }) => (origins.includes(origin) ? origin : ''),
    // The document is open to every origin (`*`), which browsers accept without credentials alone.
    credentials: ({ path }) => !path.startsWith('/openapi.'),
    exposeHeaders: ['Allow', 'ETag', 'Link', 'Location', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    keepHeadersOnError: false,
  });
}
