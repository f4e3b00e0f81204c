/** Finds the endpoint of a path: literal paths in one look-up, templates by one pattern each, made at the start. */
import type { Endpoint } from '../contract/contract.js';

export interface Located {
  readonly endpoint: Endpoint;
  readonly parameters: Readonly<Record<string, string>>;
}

export type PathTable = (path: string) => Located | undefined;

export function makePathTable(endpoints: readonly Endpoint[]): PathTable {
  const literal = new Map<string, Located>();
  const templates: { endpoint: Endpoint; pattern: RegExp }[] = [];
  for (const endpoint of endpoints) {
    if (endpoint.path.includes('{')) templates.push({ endpoint, pattern: toPattern(endpoint) });
    else literal.set(endpoint.path, { endpoint, parameters: {} });
  }

  const find: PathTable = (path) => {
    const found = literal.get(path);
    if (found) return found;
    for (const { endpoint, pattern } of templates) {
      const match = pattern.exec(path);
      if (match) return { endpoint, parameters: match.groups ?? {} };
    }
    return undefined;
  };
  return (path) => (path.includes('%') ? findDecoded(path, find) : find(path));
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
function findDecoded(path: string, find: PathTable): Located | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : find(segments.join('/'));
  } catch (error) {
    // Only for a broken escape.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
