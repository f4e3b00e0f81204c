/** Serves the few paths outside the contract, by @koa/router: the assets of pages, and the metrics. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { ApiRequest } from '../api-request.js';
import { fromKoa, type Stage } from '../stage.js';

/** A page of another release asks for assets of another version, which no literal path names. */
const ASSETS = '/assets/';

/** @param exceptions literal paths and assets only, so that a request for an operation skips this router */
export function serveExceptions(exceptions: Router): Stage<ApiRequest> {
  // The router itself adds what its type asks of the context.
  const serve = fromKoa(exceptions.routes() as Middleware);
  const paths = new Set(exceptions.stack.map(({ path }) => String(path)));
  return function serveExceptions(request, next) {
    const { path } = request;
    return path.startsWith(ASSETS) || paths.has(path) ? serve(request, next) : next(request);
  };
}
