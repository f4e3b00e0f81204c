/** The renderers of each endpoint, in the order of its media types in the document. */
import type { Endpoint } from '../contract.js';
import { json } from './json/json.js';
import type { Renderer } from './renderer.js';
import { verbatim } from './verbatim.js';

export function renderersOf(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, readonly Renderer[]> {
  const rendererOf = (mediaType: string) => (mediaType === json.mediaType ? json : verbatim(mediaType));
  return new Map(endpoints.map((endpoint) => [endpoint, endpoint.mediaTypes.map(rendererOf)]));
}
