/** Finds the endpoint of a path: literal paths in one look-up, templates by one pattern each, made at the start. */
import type { Endpoint } from '../contract/contract.js';
import { quoteInput } from '../errors/api-error.js';
import { ApiError, NotFound } from '../errors/index.js';
import type { ApiRequest, PathParameters } from './api-request.js';

export interface Located {
  readonly endpoint: Endpoint;
  readonly pathParameters: PathParameters;
}

/** Sets `Allow`, which every answer of a known path has. @throws NotFound; MovedPermanently without the last slash */
export function locate(request: ApiRequest, findPath: ReturnType<typeof makeFindPath>): Located {
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
    super({
      detail: `This path ends with a slash: ${quoteInput(location)}`,
      headers: { Location: location },
    });
    this.status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  }
}

/** @returns finds the endpoint of a path; undefined for a path that no endpoint has */
export function makeFindPath(endpoints: readonly Endpoint[]) {
  const literal = new Map<string, Located>();
  const templates: { endpoint: Endpoint; pattern: RegExp }[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.path.includes('{')) templates.push({ endpoint, pattern: toPattern(endpoint) });
    else literal.set(endpoint.path, { endpoint, pathParameters: {} });
  }

  function find(path: string): Located | undefined {
    const found = literal.get(path);
    if (found) return found;
    for (const { endpoint, pattern } of templates) {
      const match = pattern.exec(path);
      if (match) return { endpoint, pathParameters: match.groups ?? {} };
    }
    return undefined;
  }
  return (path: string) => (path.includes('%') ? findDecoded(path, find) : find(path));
}

/** `/snippets/{id}/` -> `^/snippets/(?<id>[0-9]+)/$`: an integer is decimal digits; any other text is no such path. */
function toPattern({ path, operations }: Endpoint): RegExp {
  const parameters = [...operations.values()].flatMap((operation) => operation.parameters);
  const source = path.split(/(\{[^{}]+\})/).map((part) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const isInteger = parameters.some(
      (p) => p.name === name && p.in === 'path' && p.schema.type === 'integer',
    );
    return `(?<${name}>${isInteger ? '[0-9]+' : '[^/]+'})`;
  });
  return new RegExp(`^${source.join('')}$`);
}

/** Decodes segment by segment, so that `%2F` never makes a new segment (RFC 3986, 2.4). A broken escape is no path. */
function findDecoded(path: string, find: (path: string) => Located | undefined): Located | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : find(segments.join('/'));
  } catch (error) {
    // Only for a broken escape.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
