/** Stage 1: finds the endpoint of the path, redirects a path that lacks its last slash, and refuses any other path. */
import { NotFound } from '../../errors/index.js';
import type { PathTable } from '../path-table.js';
import type { IdentifiedRequest, LocatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';
import { MovedPermanently } from './moved-permanently.js';

export function locateEndpoint(locate: PathTable): Stage<IdentifiedRequest, LocatedRequest> {
  return function locateEndpoint(request, next) {
    const { ctx, path } = request;
    const found = locate(path);
    if (found === undefined) {
      const withSlash = path.endsWith('/') ? undefined : locate(`${path}/`);
      if (withSlash === undefined) return Promise.reject(new NotFound());
      request.setHeader('Allow', withSlash.endpoint.allow);
      throw new MovedPermanently(request.method, `${path}/${ctx.search}`);
    }
    request.setHeader('Allow', found.endpoint.allow);
    return next(Object.assign(request, { endpoint: found.endpoint, pathParameters: found.parameters }));
  };
}
