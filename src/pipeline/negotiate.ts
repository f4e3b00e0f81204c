/** Chooses the renderer of an answer (RFC 9110, 12). */
import { NotAcceptable, NotFound } from '../errors/index.js';
import type { ApiRequest } from '../http/api-request.js';
import type { Renderer, Route } from '../http/route.js';

/** @throws NotFound for a `?format=` that the path does not have; NotAcceptable */
export function negotiate(request: ApiRequest, { endpoint, renderers }: Route): Renderer {
  request.vary('Accept');
  const renderer = endpoint.negotiated ? choose(request, endpoint.browsable, renderers) : renderers[0];
  if (renderer === undefined) throw new NotAcceptable();
  return renderer;
}

function choose(request: ApiRequest, browsable: boolean, all: readonly Renderer[]): Renderer | undefined {
  const format = request.ctx.querystring === '' ? undefined : request.query.getAll('format').at(-1);
  const candidates = format ? all.filter((renderer) => renderer.format === format) : all;
  if (candidates.length === 0) throw new NotFound();
  // What has one representation answers with it, whatever Accept says (RFC 9110, 12.5.1).
  return selectRenderer(candidates, request.headers.accept) ?? (browsable ? undefined : all[0]);
}

/**
 * The most specific media range that fits any renderer decides, and among its renderers the first: so a browser's
 * header, which ends in a wildcard, gets HTML, while a client that names JSON anywhere gets JSON. `q=0` excludes what no
 * more specific range names; other weights are ignored.
 *
 * @param accept the header's value; undefined or empty accepts everything
 * @returns undefined when nothing is acceptable
 */
export function selectRenderer(
  renderers: readonly Renderer[],
  accept: string | undefined,
): Renderer | undefined {
  if (accept === undefined || accept.trim() === '') return renderers[0];
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, isExcluded: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  let left = renderers;
  // A media type, `text/*`, then `*/*`.
  for (const isAsSpecific of [isType, isFamily, isAny]) {
    const candidates = ranges.filter(({ type }) => isAsSpecific(type));
    const isNamed = ({ mediaType }: Renderer, excluded: boolean) =>
      candidates.some(({ type, isExcluded }) => isExcluded === excluded && covers(type, mediaType));
    left = left.filter((renderer) => !isNamed(renderer, true));
    const chosen = left.find((renderer) => isNamed(renderer, false));
    if (chosen) return chosen;
  }
  return undefined;
}

const isAny = (range: string) => range === '*/*';
const isFamily = (range: string) => range.endsWith('/*') && !isAny(range);
const isType = (range: string) => !range.endsWith('/*');

function covers(range: string, mediaType: string): boolean {
  return isAny(range) || range === mediaType || (isFamily(range) && mediaType.startsWith(range.slice(0, -1)));
}
