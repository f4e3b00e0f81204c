/** Reads the `openapi.yaml` of this package. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parsed, source } from '#generated/server/specification.gen.js';
import type { Specification } from './specification.js';

let specification: Specification | undefined;

/** @returns the parsed document, as it stands in the package; always the same object, so it must not be changed */
export function readSpecification(): Specification {
  specification ??= read();
  return specification;
}

/**
 * `npm run generate` has parsed the file ahead: parsing it takes longer than all the rest of a start. The file stays
 * the authority, so after an edit it is parsed here.
 */
function read(): Specification {
  const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
  const isUnchanged = createHash('sha256').update(text).digest('hex') === source;
  // The linter holds the file to OpenAPI 3.0.3; the start checks what the service itself relies on.
  return (isUnchanged ? parsed : parseYaml(text)) as Specification;
}

function parseYaml(text: string): unknown {
  // Loaded only when it is needed, and by `require` because the caller does not wait.
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return parse(text);
}
