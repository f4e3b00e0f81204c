/** Stage 2: chooses the renderer before anything is decided, so that every later error comes in the chosen form. */

import type { Endpoint } from '../../contract/contract.js';
import { NotAcceptable, NotFound } from '../../errors/index.js';
import type { Stage } from '../api-request.js';
import type { Renderer } from './renderer.js';
import { selectRenderer } from './select-renderer.js';

/** @param renderers of each endpoint, the preferred one first */
export function negotiate(renderers: ReadonlyMap<Endpoint, readonly Renderer[]>): Stage {
  return function negotiate(request) {
    const { endpoint, ctx } = request;
    const all = renderers.get(endpoint) ?? [];
    ctx.vary('Accept');
    if (!endpoint.negotiated) {
      request.renderer = all[0];
      return;
    }
    const format = ctx.querystring === '' ? null : request.query.get('format');
    const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
    if (candidates.length === 0) throw new NotFound();
    request.renderer = selectRenderer(candidates, request.headers.accept);
    if (request.renderer === undefined) throw new NotAcceptable();
  };
}
