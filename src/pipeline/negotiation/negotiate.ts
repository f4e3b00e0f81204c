/** Stage 2: chooses the renderer before anything is decided, so that every later error comes in the chosen format. */
import type { Endpoint } from '../../contract/contract.js';
import { NotAcceptable, NotFound } from '../../errors/index.js';
import type { Renderer } from '../api-request.js';
import { acceptedCodings } from '../content-coding.js';
import type { LocatedRequest, NegotiatedRequest } from '../phases.js';
import { selectRenderer } from '../select-renderer.js';
import type { Stage } from '../stage.js';

/** @param renderers of each endpoint, the preferred one first */
export function negotiate(
  renderers: ReadonlyMap<Endpoint, readonly Renderer[]>,
): Stage<LocatedRequest, NegotiatedRequest> {
  return function negotiate(request, next) {
    request.vary('Accept');
    const renderer = choose(request, renderers.get(request.endpoint) ?? []);
    if (renderer === undefined) throw new NotAcceptable();
    if (request.endpoint.negotiated) checkCodings(request);
    return next(Object.assign(request, { renderer }));
  };
}

/** @throws NotAcceptable when the client accepts neither the plain bytes nor a coding that the service has */
function checkCodings({ headers }: LocatedRequest): void {
  if (acceptedCodings(headers['accept-encoding']).length === 0)
    throw new NotAcceptable({ detail: 'Could not satisfy the request Accept-Encoding header.' });
}

/** @throws NotFound for a `?format=` that the path does not have */
function choose(request: LocatedRequest, all: readonly Renderer[]): Renderer | undefined {
  if (!request.endpoint.negotiated) return all[0];
  const format = request.ctx.querystring === '' ? undefined : request.query.getAll('format').at(-1);
  const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
  if (candidates.length === 0) throw new NotFound();
  return selectRenderer(candidates, request.headers.accept);
}
