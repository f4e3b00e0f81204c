/** Reads the `openapi.yaml` of this package. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parsed, source } from '#generated/server/specification.gen.js';
import type { Specification } from './specification.js';

let specification: Specification | undefined;

/** @returns a copy of the parsed file, which the caller may change */
export function readSpecification(): Specification {
  specification ??= read();
  return structuredClone(specification);
}

/**
 * `npm run generate` has parsed the file ahead: parsing it takes longer than all the rest of a start. The file stays
 * the authority, so after an edit it is parsed here.
 */
function read(): Specification {
  const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const isUnchanged = hash('sha256', text, 'hex') === source;
  // The linter has checked that the file is OpenAPI 3.0.3. The start checks what the service needs beyond that.
  return (isUnchanged ? parsed : loadYaml().parse(text)) as Specification;
}

/** Only when it is needed, and by `require` because the caller does not wait. */
const loadYaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');
