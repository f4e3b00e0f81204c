/** Reads the `openapi.yaml` of this package. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Specification } from './specification.js';

let specification: Specification | undefined;

/** @returns the parsed document, as it stands in the package; always the same object, so it must not be changed */
export function readSpecification(): Specification {
  // Parsing takes longer than anything else at the start, and tests start many applications in one process.
  specification ??= parse(
    readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'),
  ) as Specification;
  // The linter holds the file to OpenAPI 3.0.3; the start checks what the service itself relies on.
  return specification;
}
