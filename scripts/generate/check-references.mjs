// Names a `$ref` of openapi.yaml that leads nowhere, with its place, before any tool meets it.
// @ts-check
import { ContractError } from './contract-error.mjs';

/**
 * @param {any} document the parsed openapi.yaml
 * @throws ContractError with one line for each reference that names nothing
 */
export function checkReferences(document) {
  const lines = [...danglingIn(document, document, [])];
  if (lines.length > 0) throw new ContractError(lines.join('\n'));
}

/**
 * @param {any} document
 * @param {any} value
 * @param {string[]} place
 * @returns {Generator<string>}
 */
function* danglingIn(document, value, place) {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string' && !leadsSomewhere(document, inner))
      yield `openapi.yaml: ${place.join(' > ')}: $ref "${inner}" names nothing. Add it, or correct the name.`;
    else yield* danglingIn(document, inner, [...place, key]);
  }
}

/** @param {any} document @param {string} reference a JSON pointer as a URI fragment (RFC 6901, 6) */
function leadsSomewhere(document, reference) {
  if (!reference.startsWith('#/')) return false;
  let target = document;
  for (const part of reference.slice(2).split('/'))
    target = target?.[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  return target !== undefined;
}
