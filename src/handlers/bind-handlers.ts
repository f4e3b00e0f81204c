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
    handler(input, { ...services, ...handled });
  return Object.fromEntries(all.map(([id, handler]) => [id, bind(handler)]));
}
