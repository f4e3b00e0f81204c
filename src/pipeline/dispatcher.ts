/** Finds the operation and the handler of a method. The only file that imports openapi-backend. */
import { type Document, OpenAPIBackend, type Handler as RegisteredHandler } from 'openapi-backend';
import type { Handlers, OperationId } from '#generated/server/handlers.gen.js';
import type { Contract, Endpoint, Operation } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { MethodNotAllowed } from '../errors/index.js';
import type { Answer } from './answer.js';
import type { ValidInput } from './api-request.js';

interface Matched<Context> {
  readonly operation: Operation;
  readonly handle: (input: ValidInput, context: Context) => Answer | Promise<Answer>;
}

/**
 * @returns finds what a method of an endpoint calls; throws MethodNotAllowed
 * @throws Error when an operation of the contract has no handler
 */
export async function makeMatch<Context>(
  { specification, endpoints }: Contract,
  handlers: Partial<Handlers<Context>>,
): Promise<(endpoint: Endpoint, method: string) => Matched<Context>> {
  const api = new OpenAPIBackend<Document>({
    // Ours has what the service reads of OpenAPI 3.0, typed more narrowly than the package's own type.
    definition: specification as unknown as Document,
    strict: true,
    // `quick` leaves out the validation of the definition, which a test does.
    validate: false,
    quick: true,
  });
  for (const { id } of endpoints.flatMap(({ operations }) => [...operations.values()])) {
    const handler = handlers[id as OperationId];
    if (!handler)
      throw new Error(`openapi.yaml declares ${id}, which has no handler: add it to src/handlers/index.ts.`);
    // Its type begins with a context of openapi-backend, which our handlers do not get: `respond` calls them.
    api.register(id, handler as unknown as RegisteredHandler);
  }
  await api.init();

  return function match({ operations }, method) {
    // HEAD is GET without a body (RFC 9110, 9.3.2).
    const operation = operations.get(method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));
    const handle = operation && (api.handlers[operation.id] as unknown as Matched<Context>['handle']);
    if (!operation || !handle) throw new MethodNotAllowed(method);
    return { operation, handle };
  };
}
