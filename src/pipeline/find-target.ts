/** Finds where a path leads. Literal paths are found in one look-up, templates by one pattern each. */
import type { Endpoint } from '../contract/contract.js';
import { quoteInput } from '../errors/api-error.js';
import { ApiError } from '../errors/index.js';
import type { ApiRequest } from '../http/api-request.js';
import type { PathParameters, Route, Target } from '../http/route.js';

/** A target of what stands for its route. */
type TargetOf<R> = Omit<Target, 'route'> & { readonly route: R };

/** @returns finds where a path leads; undefined for a path that no route has */
export function makeFindTarget<R extends Pick<Route, 'endpoint'>>(
  routes: readonly R[],
): (path: string) => TargetOf<R> | undefined {
  const literal = new Map<string, TargetOf<R>>();
  const templates: (Template & { readonly route: R })[] = [];
  for (const route of routes) {
    const { path } = route.endpoint;
    if (path.includes('{')) templates.push({ ...toTemplate(route.endpoint), route });
    else literal.set(path, { route, parameters: {}, path });
  }

  function find(path: string): TargetOf<R> | undefined {
    const found = literal.get(path);
    if (found) return found;
    for (const { route, pattern, integers, fill } of templates) {
      const parameters = pattern.exec(path)?.groups;
      if (parameters === undefined) continue;
      for (const name of integers) parameters[name] = parameters[name]?.replace(/^0+(?=\d)/, '') ?? '';
      return { route, parameters, path: fill(parameters) };
    }
    return undefined;
  }

  return function findTarget(path) {
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

/** Has the path but for its last slash: leads there. */
export class MovedPermanently extends ApiError {
  static override readonly raised = false;
  override readonly status: number;

  /** 308 keeps the method and the body, which 301 does not promise (RFC 9110, 15.4.2 and 15.4.9). */
  constructor({ method, path, ctx }: ApiRequest) {
    const location = `${path}/${ctx.search}`;
    const detail = `This path ends with a slash: ${quoteInput(location)}`;
    super({ detail, headers: { Location: location } });
    this.status = method === 'GET' || method === 'HEAD' ? 301 : 308;
  }
}

interface Template {
  readonly pattern: RegExp;
  /** The names of parameters that are integers. */
  readonly integers: readonly string[];
  /** The path with these parameters. */
  fill(parameters: PathParameters): string;
}

/** `/snippets/{id}/` -> `^/snippets/(?<id>[0-9]+)/$`: an integer is decimal digits; any other text is no such path. */
function toTemplate({ path, operations }: Endpoint): Template {
  const parameters = [...operations.values()].flatMap((operation) => operation.parameters);
  const integers = parameters.flatMap(({ name, in: place, schema }) =>
    place === 'path' && schema.type === 'integer' ? [name] : [],
  );
  const parts = path.split(/(\{[^{}]+\})/).map((text) => ({ text, name: /^\{(.+)\}$/.exec(text)?.[1] }));
  const source = parts.map(({ text, name }) => {
    if (name === undefined) return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return `(?<${name}>${integers.includes(name) ? '[0-9]+' : '[^/]+'})`;
  });
  return {
    pattern: new RegExp(`^${source.join('')}$`),
    integers: [...new Set(integers)],
    fill: (given) =>
      parts
        .map(({ text, name }) => (name === undefined ? text : encodeURIComponent(given[name] ?? '')))
        .join(''),
  };
}
