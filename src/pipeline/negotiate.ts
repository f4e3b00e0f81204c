/** Chooses the renderer of an answer (RFC 9110, 12). */
import type { Endpoint } from '../contract/contract.js';
import { NotAcceptable, NotFound } from '../errors/index.js';
import type { ApiRequest, Renderer } from './api-request.js';

/** @param renderers of each endpoint, the preferred one first */
export type Renderers = ReadonlyMap<Endpoint, readonly Renderer[]>;

/**
 * @throws NotFound for a `?format=` that the path does not have
 * @throws NotAcceptable when the path has several representations, and the client accepts none of them
 */
export function negotiate(request: ApiRequest, endpoint: Endpoint, renderers: Renderers): Renderer {
  request.vary('Accept');
  const renderer = choose(request, endpoint, renderers.get(endpoint) ?? []);
  if (renderer === undefined) throw new NotAcceptable();
  return renderer;
}

function choose(
  request: ApiRequest,
  { negotiated, browsable }: Endpoint,
  all: readonly Renderer[],
): Renderer | undefined {
  if (!negotiated) return all[0];
  const format = request.ctx.querystring === '' ? undefined : request.query.getAll('format').at(-1);
  const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
  if (candidates.length === 0) throw new NotFound();
  // What has one representation answers with it, whatever Accept says (RFC 9110, 12.5.1).
  return selectRenderer(candidates, request.headers.accept) ?? (browsable ? undefined : all[0]);
}

/**
 * The most specific media range that fits any renderer decides, and among its renderers the first: so a browser's
 * header, which ends in a wildcard, gets HTML, while a client that names JSON anywhere gets JSON. Weights are ignored.
 *
 * @param accept the header's value; undefined or empty accepts everything
 * @returns undefined when nothing is acceptable
 */
export function selectRenderer(
  renderers: readonly Renderer[],
  accept: string | undefined,
): Renderer | undefined {
  if (accept === undefined || accept.trim() === '') return renderers[0];
  const ranges = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase());
  for (const specificity of [2, 1, 0]) {
    const candidates = ranges.filter((range) => specificityOf(range) === specificity);
    const chosen = renderers.find(({ mediaType }) => candidates.some((range) => covers(range, mediaType)));
    if (chosen) return chosen;
  }
  return undefined;
}

function specificityOf(range: string): number {
  if (range === '*/*') return 0;
  return range.endsWith('/*') ? 1 : 2;
}

function covers(range: string, mediaType: string): boolean {
  if (range === '*/*' || range === mediaType) return true;
  return range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1));
}
