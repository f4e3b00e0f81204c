/** Stage 2: chooses the renderer before anything is decided, so that every later error comes in the chosen form. */
import type { Stage } from '../api-request.js';
import type { Endpoint } from '../contract.js';
import { NotAcceptable, NotFound } from '../errors/index.js';
import type { Renderer } from '../renderers/renderer.js';
import { selectRenderer } from './select-renderer.js';

/** @param renderers of each endpoint, the preferred one first */
export function negotiate(renderers: ReadonlyMap<Endpoint, readonly Renderer[]>): Stage {
  return function negotiate(request) {
    const { endpoint, http } = request;
    const all = renderers.get(endpoint) ?? [];
    http.vary('Accept');
    if (!endpoint.negotiated) {
      request.renderer = all[0];
      return;
    }
    const format = http.querystring === '' ? null : request.query.get('format');
    const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
    if (candidates.length === 0) throw new NotFound();
    request.renderer = selectRenderer(candidates, request.headers.accept);
    if (request.renderer === undefined) throw new NotAcceptable();
  };
}
