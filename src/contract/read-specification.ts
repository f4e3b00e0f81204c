/** Reads the `openapi.yaml` of this package. */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Specification } from './specification.js';

let specification: Specification | undefined;

/** @returns a copy of the parsed file, which the caller may change */
export function readSpecification(): Specification {
  specification ??= read();
  return structuredClone(specification);
}

/** `scripts/parse-contract.mjs` has made it. */
const PARSED = new URL('../openapi.json', import.meta.url);

/** The YAML stays the authority: what was parsed when it was built counts while the file has not been edited since. */
function read(): Specification {
  const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const built = existsSync(PARSED) ? JSON.parse(readFileSync(PARSED, 'utf8')) : {};
  // The linter has checked that the file is OpenAPI 3.0.3. The start checks what the service needs beyond that.
  return built.source === hash('sha256', text, 'hex') ? built.specification : parse(text);
}
