// Writes the parsed specification, so that a start does not parse openapi.yaml again.
// @ts-check
import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {any} document
 * @param {string} folder
 * @param {string} text of openapi.yaml; its hash tells whether the file has been edited since
 */
export async function writeSpecification(document, folder, text) {
  await mkdir(folder, { recursive: true });
  const source = hash('sha256', text, 'hex');
  await writeFile(
    join(folder, 'specification.gen.ts'),
    `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The SHA-256 of the text that was parsed. */
export const source = '${source}';

export const parsed: unknown = ${JSON.stringify(document, null, 2)};
`,
  );
}
