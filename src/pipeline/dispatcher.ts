/** The only file that imports openapi-backend: its router finds the operation of a request and its handler. */
import {
  type Document,
  OpenAPIBackend,
  OpenAPIRouter,
  type ParsedRequest,
  type Request as RoutedRequest,
} from 'openapi-backend';
import type { Handlers, OperationId } from '#generated/server/handlers.gen.js';
import type { Contract, Operation } from '../contract/contract.js';
import { MethodNotAllowed, NotFound } from '../errors/index.js';
import type {
  AuthenticatedRequest,
  HandlerAnswer,
  MatchedRequest,
  PlannedRequest,
  ValidInput,
} from './phases.js';
import { routingDefinition } from './routing-definition.js';
import type { Next, Stage } from './stage.js';

export interface DispatcherParts<Context> {
  readonly contract: Contract;
  readonly handlers: Partial<Handlers<Context>>;
  /** What a handler gets beside its input. */
  readonly contextOf: (request: PlannedRequest) => Context;
}

/**
 * Stage 6: finds the operation and the handler that belong to the method.
 *
 * @throws Error when an operation of the contract has no handler
 */
export async function matchOperation<Context>({
  contract,
  handlers,
  contextOf,
}: DispatcherParts<Context>): Promise<Stage<AuthenticatedRequest, MatchedRequest>> {
  const definition = routingDefinition(contract);
  // `quick` leaves out the validation of the definition, which is made here and which a test validates.
  const api = new OpenAPIBackend<Document>({ definition, strict: true, validate: false, quick: true });
  api.register({
    methodNotAllowed(_context, { method }: AuthenticatedRequest) {
      throw new MethodNotAllowed(method);
    },
    notFound() {
      throw new NotFound();
    },
    // Unreachable: the definition has no security, and validation is off. Registered so that a mistake fails closed.
    unauthorizedHandler: unreachable,
    validationFail: unreachable,
    notImplemented: unreachable,
  });
  for (const operation of contract.endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    const handle = bindHandler(operation, handlers, contextOf);
    api.register(operation.id, (_context, request: AuthenticatedRequest, next: Next<MatchedRequest>) =>
      next(Object.assign(request, { operation, handle })),
    );
  }
  await api.init();
  api.router = new EndpointRouter(definition);

  return function matchOperation(request, next) {
    // HEAD is GET without a body (RFC 9110, 9.3.2).
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return api.handleRequest({ method, path: request.endpoint.path, headers: {} }, request, next);
  };
}

function bindHandler<Context>(
  { id }: Operation,
  handlers: Partial<Handlers<Context>>,
  contextOf: (request: PlannedRequest) => Context,
): MatchedRequest['handle'] {
  // The generated type ties each id to its own input. Here the id is data, and stage 9 has made the input fit it.
  const handler = handlers[id as OperationId] as UntypedHandler<Context> | undefined;
  if (!handler)
    throw new Error(`openapi.yaml declares ${id}, which has no handler: add it to src/handlers/index.ts.`);
  return (request) => handler(request.input, contextOf(request));
}

type UntypedHandler<Context> = (
  input: ValidInput,
  context: Context,
) => HandlerAnswer | Promise<HandlerAnswer>;

const NOTHING_PARSED: ParsedRequest = {
  method: '',
  path: '',
  headers: {},
  cookies: {},
  query: {},
  params: {},
  requestBody: undefined,
};

type RoutedOperation = ReturnType<OpenAPIRouter['getOperations']>[number];

/**
 * Stage 1 has matched the path, so this router gets the path's template and finds the operation in one look-up. The
 * router of the package tries one pattern after another and parses query, headers and cookies twice per request.
 */
class EndpointRouter extends OpenAPIRouter {
  readonly #byPath = new Map<string, Map<string, RoutedOperation>>();

  constructor(definition: Document) {
    super({ definition, ignoreTrailingSlashes: false });
    for (const operation of this.getOperations()) {
      const methods = this.#byPath.get(operation.path) ?? new Map<string, RoutedOperation>();
      this.#byPath.set(operation.path, methods.set(operation.method.toUpperCase(), operation));
    }
  }

  /** @throws Error with the prefix by which `handleRequest` tells an unknown path from an unknown method */
  override matchOperation({ method, path }: RoutedRequest): RoutedOperation {
    const methods = this.#byPath.get(path);
    if (!methods) throw new Error('404-notFound: the contract has no such path');
    const operation = methods.get(method);
    if (!operation) throw new Error('405-methodNotAllowed: the path has no such method');
    return operation;
  }

  /** Stages parse what they need. */
  override parseRequest(): ParsedRequest {
    return NOTHING_PARSED;
  }
}

function unreachable(): never {
  throw new Error('openapi-backend called a handler that its settings rule out');
}
