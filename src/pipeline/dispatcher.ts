/** The handlers by their operations, by openapi-backend. The only file that imports it. */
import { type Document, OpenAPIBackend, type Handler as RegisteredHandler } from 'openapi-backend';
import type { Contract, Operation } from '../contract/contract.js';
import type { RouteMethod } from '../http/route.js';

export type Handle = RouteMethod['handle'];

/** Finds the handler of an operation. */
export type HandlerOf = (operation: Operation) => Handle;

/** @throws Error when an operation of the contract has no handler */
export async function makeHandlerOf(
  { specification, endpoints }: Contract,
  handlers: Readonly<Record<string, Handle | undefined>>,
): Promise<HandlerOf> {
  const api = new OpenAPIBackend<Document>({
    // Ours has what the service reads of OpenAPI 3.0, typed more narrowly than the package's own type.
    definition: specification as unknown as Document,
    strict: true,
    // `quick` leaves out the validation of the definition, which a test does.
    validate: false,
    quick: true,
  });
  for (const { id } of endpoints.flatMap(({ operations }) => [...operations.values()])) {
    const handler = Object.hasOwn(handlers, id) ? handlers[id] : undefined;
    if (!handler)
      throw new Error(`openapi.yaml declares ${id}, which has no handler: add it to src/handlers/index.ts.`);
    // Its type begins with a context of openapi-backend, which our handlers do not get: `serve` calls them.
    api.register(id, handler as unknown as RegisteredHandler);
  }
  await api.init();
  return ({ id }) => api.handlers[id] as unknown as Handle;
}
