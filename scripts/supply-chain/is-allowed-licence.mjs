// Which licences a production dependency may have.

/** Permissive licences: they ask for the notice to be kept, and for nothing about the code around them. */
export const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
]);

/**
 * Of alternatives one has to be allowed, of licences that hold together all. What is not understood is not allowed.
 *
 * @param {unknown} expression of SPDX (annex D of its specification 2.3), without WITH and mixed nesting
 */
export function isAllowedLicence(expression) {
  if (typeof expression !== 'string') return false;
  const bare = expression.trim().replace(/^\(([^()]*)\)$/, '$1');
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowedLicence);
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowedLicence);
  return ALLOWED.has(bare);
}
