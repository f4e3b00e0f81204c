/** Gives each handler the services of the deployment, beside what was found of the request. */
import type { Handlers } from '#generated/server/handlers.gen.js';
import type { Answer } from '../http/answer.js';
import type { Handled, ValidInput } from '../http/route.js';
import type { HandlerContext, HandlerServices } from './context.js';

/** Validation makes the input that the generated type promises, which TypeScript cannot see of its schema. */
type AnyHandler = (input: ValidInput, context: HandlerContext) => Answer | Promise<Answer>;

/** @returns the handlers by operationId */
export function bindHandlers(handlers: Partial<Handlers<HandlerContext>>, services: HandlerServices) {
  const all = Object.entries(handlers) as unknown as [string, AnyHandler][];
  const bind = (handler: AnyHandler) => (input: ValidInput, handled: Handled) =>
    handler(input, contextOf(services, handled));
  return Object.fromEntries(all.map(([id, handler]) => [id, bind(handler)]));
}

/** Member by member: to spread two objects of this size takes a fifth of a read (`npm run bench:compare`). */
function contextOf(services: HandlerServices, handled: Handled): HandlerContext {
  return {
    store: services.store,
    log: services.log,
    highlighter: services.highlighter,
    readiness: services.readiness,
    secretKey: services.secretKey,
    settings: services.settings,
    contract: services.contract,
    url: services.url,
    singleSignOn: services.singleSignOn,
    lists: services.lists,
    visitorOf: services.visitorOf,
    csrf: services.csrf,
    checkCredentials: services.checkCredentials,
    findUser: services.findUser,
    grantAccessToken: services.grantAccessToken,
    countPreview: services.countPreview,
    request: handled.request,
    route: handled.route,
    renderer: handled.renderer,
    caller: handled.caller,
    operation: handled.operation,
    record: handled.record,
    sent: handled.sent,
  };
}
