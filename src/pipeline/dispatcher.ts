/**
 * Finds the endpoint of a path, and the operation and handler of its method. Literal paths are found in one look-up,
 * templates by one pattern each. The only file that imports openapi-backend.
 */
import { type Document, OpenAPIBackend, type Handler as RegisteredHandler } from 'openapi-backend';
import type { Handlers, OperationId } from '#generated/server/handlers.gen.js';
import type { Contract, Endpoint } from '../contract/contract.js';
import type { Method } from '../contract/specification.js';
import { quoteInput } from '../errors/api-error.js';
import { ApiError, MethodNotAllowed, NotFound } from '../errors/index.js';
import type { Answer, ApiRequest, Located, ValidInput } from '../http/api-request.js';

/** Finds the endpoint of a path; undefined for a path that no endpoint has. */
export type FindPath = (path: string) => Located | undefined;

/** Sets `Allow`, which every answer of a known path has. @throws NotFound; MovedPermanently without the last slash */
export function locate(request: ApiRequest, findPath: FindPath): Located {
  const { path, method, ctx } = request;
  const found = findPath(path);
  const withSlash = found || path.endsWith('/') ? undefined : findPath(`${path}/`);
  const allow = (found ?? withSlash)?.endpoint.allow;
  if (allow !== undefined) request.setHeader('Allow', allow);
  if (found) return found;
  throw withSlash ? new MovedPermanently(method, `${path}/${ctx.search}`) : new NotFound();
}

/** The answer to a path that lacks its last slash. */
class MovedPermanently extends ApiError {
  static override readonly raised = false;
  override readonly status: number;

  /** 308 keeps the method and the body, which 301 does not promise (RFC 9110, 15.4.2 and 15.4.9). */
  constructor(method: string, location: string) {
    const detail = `This path ends with a slash: ${quoteInput(location)}`;
    super({ detail, headers: { Location: location } });
    this.status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  }
}

export function makeFindPath(endpoints: readonly Endpoint[]): FindPath {
  const literal = new Map<string, Located>();
  const templates: Template[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.path.includes('{')) templates.push(toTemplate(endpoint));
    else literal.set(endpoint.path, { endpoint, pathParameters: {}, path: endpoint.path });
  }

  function find(path: string): Located | undefined {
    const found = literal.get(path);
    if (found) return found;
    for (const { endpoint, pattern, integers } of templates) {
      const pathParameters = pattern.exec(path)?.groups;
      if (pathParameters === undefined) continue;
      for (const name of integers)
        pathParameters[name] = pathParameters[name]?.replace(/^0+(?=\d)/, '') ?? '';
      const canonical = endpoint.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
        encodeURIComponent(pathParameters[name] ?? ''),
      );
      return { endpoint, pathParameters, path: canonical };
    }
    return undefined;
  }

  return function findPath(path) {
    if (!path.includes('%')) return find(path);
    try {
      // Segment by segment, so that `%2F` never makes a new segment (RFC 3986, 2.4).
      const segments = path.split('/').map(decodeURIComponent);
      return segments.some((segment) => segment.includes('/')) ? undefined : find(segments.join('/'));
    } catch (error) {
      // A broken escape is no path.
      if (error instanceof URIError) return undefined;
      throw error;
    }
  };
}

interface Template {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  /** The names of parameters that are integers. */
  readonly integers: readonly string[];
}

/** `/snippets/{id}/` -> `^/snippets/(?<id>[0-9]+)/$`: an integer is decimal digits; any other text is no such path. */
function toTemplate(endpoint: Endpoint): Template {
  const parameters = [...endpoint.operations.values()].flatMap((operation) => operation.parameters);
  const integers = parameters.flatMap(({ name, in: place, schema }) =>
    place === 'path' && schema.type === 'integer' ? [name] : [],
  );
  const source = endpoint.path.split(/(\{[^{}]+\})/).map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `(?<${name}>${integers.includes(name) ? '[0-9]+' : '[^/]+'})`;
  });
  return { endpoint, pattern: new RegExp(`^${source.join('')}$`), integers: [...new Set(integers)] };
}

type Handle<Context> = (input: ValidInput, context: Context) => Answer | Promise<Answer>;

/** @throws Error when an operation of the contract has no handler */
export async function makeMatch<Context>(
  { specification, endpoints }: Contract,
  handlers: Partial<Handlers<Context>>,
) {
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

  return function match({ operations }: Endpoint, method: string) {
    // HEAD is GET without a body (RFC 9110, 9.3.2).
    const operation = operations.get(method === 'HEAD' ? 'get' : (method.toLowerCase() as Method));
    const handle = operation && (api.handlers[operation.id] as unknown as Handle<Context>);
    if (!operation || !handle) throw new MethodNotAllowed(method);
    return { operation, handle };
  };
}
