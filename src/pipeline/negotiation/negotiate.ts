/** Chooses the renderer of an answer (RFC 9110, 12). */
import type { Endpoint } from '../../contract/contract.js';
import { NotAcceptable, NotFound } from '../../errors/index.js';
import { acceptedCodings } from '../compression/content-coding.js';
import type { ApiRequest, Renderer } from '../request/api-request.js';
import { selectRenderer } from './select-renderer.js';

/** @param renderers of each endpoint, the preferred one first */
export type Renderers = ReadonlyMap<Endpoint, readonly Renderer[]>;

/**
 * @throws NotFound for a `?format=` that the path does not have
 * @throws NotAcceptable when the client accepts no renderer, or neither the plain bytes nor a coding that the service has
 */
export function negotiate(request: ApiRequest, endpoint: Endpoint, renderers: Renderers): Renderer {
  request.vary('Accept');
  const renderer = choose(request, endpoint, renderers.get(endpoint) ?? []);
  if (renderer === undefined) throw new NotAcceptable();
  if (endpoint.negotiated && acceptedCodings(request.headers['accept-encoding']).length === 0)
    throw new NotAcceptable({ detail: 'Could not satisfy the request Accept-Encoding header.' });
  return renderer;
}

function choose(
  request: ApiRequest,
  { negotiated }: Endpoint,
  all: readonly Renderer[],
): Renderer | undefined {
  if (!negotiated) return all[0];
  const format = request.ctx.querystring === '' ? undefined : request.query.getAll('format').at(-1);
  const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
  if (candidates.length === 0) throw new NotFound();
  return selectRenderer(candidates, request.headers.accept);
}
