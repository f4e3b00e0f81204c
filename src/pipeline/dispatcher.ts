/** The only file that knows openapi-backend: it matches operations and carries the stages by its hooks. */
import {
  type Context as BackendContext,
  type Document,
  OpenAPIBackend,
  type ParsedRequest,
} from 'openapi-backend';
import type { Handlers, OperationId } from '#generated/server/handlers.gen.js';
import type { Contract } from '../contract/contract.js';
import { MethodNotAllowed, NotFound } from '../errors/index.js';
import type { HandlerContext, HandlerServices } from '../handlers/context.js';
import type { HandlerAnswer } from '../renderers/render-response.js';
import type { ApiRequest, Stage } from './api-request.js';

export interface Pipeline {
  /** Before the operation is known: they need the path alone. */
  readonly beforeMatch: readonly Stage[];
  /** Once the method names an operation. */
  readonly afterMatch: readonly Stage[];
  /** Answers OPTIONS, for which no operation stands. */
  readonly describe: (request: ApiRequest) => Promise<HandlerAnswer>;
}

export type Dispatch = (request: ApiRequest) => Promise<HandlerAnswer>;

type MatchRequest = { method: string; path: string; headers: Record<string, string> };

/** @throws Error when an operation of the contract has no handler */
export async function makeDispatch(
  contract: Contract,
  pipeline: Pipeline,
  handlers: Partial<Handlers<HandlerContext>>,
  services: HandlerServices,
): Promise<Dispatch> {
  const backend = new OpenAPIBackend({
    definition: routingDefinition(contract),
    strict: true,
    // Ours, in our order: see docs/dispatch.md.
    validate: false,
    // Paths are matched as declared, with their last slash.
    ignoreTrailingSlashes: false,
  });

  backend.register({
    async preRoutingHandler(_context: BackendContext, request: ApiRequest, match: MatchRequest) {
      await run(pipeline.beforeMatch, request);
      // The endpoint is known, so the router compares its template instead of trying patterns.
      match.path = request.endpoint.path;
    },
    async postSecurityHandler({ operation }: BackendContext, request: ApiRequest) {
      request.operation = operationOf(request, operation.method);
      await run(pipeline.afterMatch, request);
    },
    methodNotAllowed(_context: BackendContext, request: ApiRequest) {
      if (request.method === 'OPTIONS') return pipeline.describe(request);
      throw new MethodNotAllowed(request.method);
    },
    notFound() {
      throw new NotFound();
    },
    // Cannot be reached as the definition has no security and validation is off; registered so that it fails closed.
    unauthorizedHandler: unreachable,
    validationFail: unreachable,
    notImplemented: unreachable,
  });

  for (const operation of contract.endpoints.flatMap((endpoint) => [...endpoint.operations.values()])) {
    // The generated type ties each id to its own input; here the id is data, and stage 9 has made the input fit it.
    const handler = handlers[operation.id as OperationId] as UntypedHandler | undefined;
    if (!handler)
      throw new Error(`openapi.yaml declares ${operation.id}, which has no handler in src/handlers.`);
    backend.register(operation.id, (_context: BackendContext, request: ApiRequest) =>
      handler(request.input, contextOf(services, request)),
    );
  }

  await backend.init();
  parseNothingTwice(backend);

  return (request) => {
    const match: MatchRequest = { method: methodToMatch(request), path: request.path, headers: {} };
    return backend.handleRequest(match, request, match);
  };
}

type UntypedHandler = (
  input: ApiRequest['input'],
  context: HandlerContext,
) => HandlerAnswer | Promise<HandlerAnswer>;

/** Inherits the services: copying them for every request would cost more than using them. */
function contextOf(services: HandlerServices, request: ApiRequest): HandlerContext {
  return Object.assign(Object.create(services), { request });
}

async function run(stages: readonly Stage[], request: ApiRequest): Promise<void> {
  for (const stage of stages) {
    const pending = stage(request);
    if (pending) await pending;
  }
}

/** HEAD is GET without a body (RFC 9110, 9.3.2). */
function methodToMatch({ method }: ApiRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

function operationOf({ endpoint }: ApiRequest, method: string) {
  for (const [name, operation] of endpoint.operations) if (name === method) return operation;
  throw new Error(`${endpoint.path} has no ${method}`);
}

function unreachable(): never {
  throw new Error('openapi-backend called a handler that its settings rule out');
}

/** Paths, methods and ids are all that matching needs; security and schemas are our stages' business. */
function routingDefinition({ specification, endpoints }: Contract): Document {
  const paths = endpoints.map(({ path, operations }) => [
    path,
    Object.fromEntries(
      [...operations.values()].map(({ id, method }) => [
        method,
        { operationId: id, responses: { default: { description: '' } }, parameters: pathParameters(path) },
      ]),
    ),
  ]);
  const { title, version } = specification.info;
  return { openapi: '3.0.3', info: { title, version }, paths: Object.fromEntries(paths) };
}

function pathParameters(path: string) {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' as const } }));
}

/** Its router would list all operations and parse headers, cookies and query anew on every request. */
function parseNothingTwice({ router }: OpenAPIBackend): void {
  const operations = router.getOperations();
  router.getOperations = () => operations;
  const parsed: ParsedRequest = {
    method: '',
    path: '',
    headers: {},
    cookies: {},
    query: {},
    params: {},
    requestBody: undefined,
  };
  router.parseRequest = () => parsed;
}
