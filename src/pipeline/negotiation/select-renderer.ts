/** Chooses among an address's renderers by `Accept` (RFC 9110, 12.5.1). */
import type { Renderer } from '../request/api-request.js';

/**
 * The most specific media range that fits any renderer decides, and among its renderers the first: so a browser's
 * header, which ends in a wildcard, gets HTML, while a client that names JSON anywhere gets JSON. Weights are not looked at.
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
