/** Reads the `openapi.yaml` of this package. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Specification } from './specification.js';

/** @returns the parsed file, unchanged */
export function readSpecification(): Specification {
  // The linter has checked that the file is OpenAPI 3.0.3. The start checks what the service needs beyond that.
  return parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as Specification;
}
