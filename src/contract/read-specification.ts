/** Reads the `openapi.yaml` of this package. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Specification } from './specification.js';

let parsed: Specification | undefined;

/** @returns a copy of the parsed file, which the caller may change */
export function readSpecification(): Specification {
  // Parsing takes longer than anything else at the start, and tests start many applications in one process.
  // The linter has checked that the file is OpenAPI 3.0.3. The start checks what the service needs beyond that.
  parsed ??= parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as Specification;
  return structuredClone(parsed);
}
