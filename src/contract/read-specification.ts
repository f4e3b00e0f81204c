/** Reads the authoritative `openapi.yaml` of this package. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Specification } from './specification.js';

/** @returns the parsed document, as it stands in the package */
export function readSpecification(): Specification {
  // The linter holds the file to OpenAPI 3.0.3; the start checks what the service itself relies on.
  return parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as Specification;
}
