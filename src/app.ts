/** The application: every stage of the pipeline, in one list, in the order in which a request passes them. */

import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import type { Handlers } from '#generated/server/handlers.gen.js';
import type { Settings } from './config/index.js';
import { checkContract } from './contract/check-contract.js';
import { makeContract, type Specification } from './contract/contract.js';
import { readSpecification } from './contract/read-specification.js';
import { codeOf } from './errors/error-code.js';
import { type HandlerContext, makeContextOf } from './handlers/context.js';
import { handlers } from './handlers/index.js';
import { makeLists } from './handlers/lists.js';
import { makeQuota } from './handlers/quota.js';
import type { Metrics } from './observability/metrics.js';
import { ApiRequest } from './pipeline/api-request.js';
import { authenticate } from './pipeline/authentication/authenticate.js';
import { makeCsrf } from './pipeline/authentication/csrf/csrf.js';
import { protectPages } from './pipeline/authentication/csrf/protect-pages.js';
import { loadGrantAccessToken } from './pipeline/authentication/oauth2/load-grant-access-token.js';
import { makeCheckCredentials } from './pipeline/authentication/passwords/check-credentials.js';
import { makeIsConfidential } from './pipeline/authentication/require-secure-transport.js';
import { selectSchemes } from './pipeline/authentication/select-schemes.js';
import { readSession } from './pipeline/authentication/sessions/session.js';
import { makeSessionStore } from './pipeline/authentication/sessions/session-store.js';
import { useSessions } from './pipeline/authentication/sessions/use-sessions.js';
import { compressAnswers } from './pipeline/compression/compress-answers.js';
import { answerUnchanged } from './pipeline/conditional-requests/answer-unchanged.js';
import {
  checkKeyedPreconditions,
  checkPreconditions,
} from './pipeline/conditional-requests/check-preconditions.js';
import { matchOperation } from './pipeline/dispatcher.js';
import { renderErrors } from './pipeline/error-rendering/render-errors.js';
import { callHandler } from './pipeline/handling/call-handler.js';
import { claimKey } from './pipeline/idempotency/claim-key.js';
import { makeClaims } from './pipeline/idempotency/claims.js';
import { allowOrigins } from './pipeline/middleware/allow-origins.js';
import { checkHost } from './pipeline/middleware/check-host.js';
import { identifyRequest } from './pipeline/middleware/identify-request.js';
import { limitWaiting } from './pipeline/middleware/limit-waiting.js';
import { logRequests } from './pipeline/middleware/log-requests.js';
import { secureHeaders } from './pipeline/middleware/secure-headers.js';
import { negotiate } from './pipeline/negotiation/negotiate.js';
import { checkStore } from './pipeline/object-loading/check-store.js';
import { makeFindObject, makeFindVersion } from './pipeline/object-loading/find-object.js';
import { loadObject } from './pipeline/object-loading/load-object.js';
import { describeResource } from './pipeline/options/describe-resource.js';
import { parseBody } from './pipeline/parsing/parse-body.js';
import { readBody } from './pipeline/parsing/read-body.js';
import { readFormFields } from './pipeline/parsing/read-form-fields.js';
import { makePathTable } from './pipeline/path-table.js';
import { checkObjectPermission } from './pipeline/permissions/check-object-permission.js';
import { checkPermission } from './pipeline/permissions/check-permission.js';
import { makeMayUse } from './pipeline/permissions/may-use.js';
import { makePermissionsOf, permissions } from './pipeline/permissions/permissions.js';
import { locateEndpoint } from './pipeline/routing/locate-endpoint.js';
import { makeUrl } from './pipeline/routing/reverse-names.js';
import { serveExceptions } from './pipeline/routing/serve-exceptions.js';
import { serveMetrics } from './pipeline/routing/serve-metrics.js';
import type { Services } from './pipeline/services.js';
import { compose } from './pipeline/stage.js';
import { throttle } from './pipeline/throttling/throttle.js';
import { makeThrottles } from './pipeline/throttling/throttles.js';
import { validateInput } from './pipeline/validation/validate-input.js';
import { serveAssets } from './renderers/html/assets/serve-assets.js';
import { serveSample } from './renderers/html/assets/serve-sample.js';
import { browsable } from './renderers/html/browsable.js';
import { makeRecogniseVisitor } from './renderers/html/frame/visitor.js';
import { makeCreatedTimes } from './renderers/html/records/created-times.js';
import { snippetViews } from './renderers/html/snippets/index.js';
import { json } from './renderers/json.js';
import { renderResponse } from './renderers/render-response.js';
import { renderersOf } from './renderers/renderers-of.js';
import { endOfTurn } from './scheduling/end-of-turn.js';
import type { AnyDefinitions } from './store/definition.js';

export interface App {
  /** For `http.createServer`. */
  callback(): RequestListener;
}

/** What is served: a specification, and a handler for each of its operations. */
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
  const checkCredentials = makeCheckCredentials(store, {
    takeAttempt: throttles.login,
    queues: metrics.queues,
  });
  const csrf = makeCsrf(services.secretKey, settings);
  const schemes = selectSchemes(settings, { ...services, csrf, checkCredentials });
  const contract = makeContract({ ...settings, schemes }, api.specification);
  const { endpoints } = contract;
  checkContract(contract.specification, settings.ownership, { permissions, collections: store.definitions });
  const locate = makePathTable(endpoints);
  const exceptions = makeExceptions(settings, metrics);
  const url = makeUrl(endpoints, exceptions);
  const permissionsOf = makePermissionsOf(settings.deployment.permissions);
  const mayUse = makeMayUse(permissionsOf);
  const findObject = makeFindObject(endpoints, store);
  const claims = makeClaims({ store, log, ownership: settings.ownership });
  const sessions = makeSessionStore(store);
  const recogniseVisitor = makeRecogniseVisitor(store, sessions, log);
  const views = snippetViews({
    store,
    url,
    contract,
    embedOrigins: settings.embedOrigins,
  });
  const createdTimes = makeCreatedTimes(store);
  const pages = browsable({ contract, locate, url, csrf, mayUse, recogniseVisitor, views, createdTimes });
  const contextOf = makeContextOf({
    ...services,
    contract,
    url,
    checkCredentials,
    grantAccessToken: loadGrantAccessToken(store, checkCredentials, settings),
    csrf,
    recogniseVisitor,
    lists: makeLists(),
    ownership: settings.ownership,
    quota: makeQuota(settings, store, log),
    baseUrl: settings.baseUrl,
    securityContacts: settings.securityContacts,
    embedOrigins: settings.embedOrigins,
  });
  // The last addresses in X-Forwarded-For are written by the proxies; a client can write the ones before them.
  const koa = new Koa({ proxy: settings.trustProxy > 0, maxIpsCount: settings.trustProxy });

  // The stages in their order, with what each can answer. README.md has the same rows.
  const pipeline = compose([
    identifyRequest(),
    logRequests(log, metrics),
    secureHeaders(),
    allowOrigins(settings.corsOrigins), // 204 for a preflight
    compressAnswers(),
    renderErrors({ firstScheme: schemes[0], handleError: settings.deployment.handleError, json, pages, log }),
    checkHost(settings, locate), // 400 for a host that is not this service
    serveExceptions(exceptions), // 200 for /assets/ and /metrics
    locateEndpoint(locate), // 404, redirect to the path with a slash at its end
    limitWaiting(), // 503 after 8 s of waiting for the store
    useSessions(koa, sessions),
    negotiate(renderersOf(endpoints, pages)), // 406
    checkStore(store), // 503 for a store of a newer release
    authenticate(schemes), // 401 or 403
    protectPages(csrf), // 403
    checkPermission(endpoints, permissionsOf), // 401 or 403
    throttle(endpoints, throttles), // 429
    describeResource({ contract, findObject, mayUse, render: renderResponse() }), // 200 for OPTIONS
    await matchOperation({ contract, handlers: api.handlers, contextOf }), // 405
    loadObject(findObject, makeFindVersion(endpoints, store), claims.isRepeated), // 404
    checkObjectPermission(endpoints, permissionsOf), // 401 or 403
    checkPreconditions(), // 412
    parseBody(), // 415, 400, 413
    validateInput(contract), // 400 with field errors
    answerUnchanged(findObject), // 304
    claimKey(claims), // 409, 422
    checkKeyedPreconditions(), // 412
    callHandler(), // 503 without the database
    renderResponse(), // 304
  ]);

  const parts = {
    readBody: readBody(settings.maxBodyBytes),
    readFormFields,
    readSession,
    isConfidential: makeIsConfidential(settings),
  };
  koa.use(function answer(ctx) {
    // Koa sends the answer when this resolves.
    return pipeline(new ApiRequest(ctx, parts)).then(endOfTurn);
  });
  // A client that hangs up is logged as cut off. Any other failure of a response is a fault of the service.
  koa.on('error', (error) => log[isHangUp(error) ? 'debug' : 'error']({ err: error }, 'the response failed'));
  return { callback: () => koa.callback() };
}

function isHangUp(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** The paths that `openapi.yaml` does not declare. */
function makeExceptions(settings: Settings, metrics: Metrics): Router {
  const router = new Router();
  serveAssets(router);
  serveSample(router);
  router.get('metrics', '/metrics', serveMetrics(settings, metrics));
  return router;
}
