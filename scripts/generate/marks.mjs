// Writes what the marks of inputs say: which fields a search finds, which narrow a list, which texts a quota counts.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolve } from './document.mjs';

/** @param {any} document the parsed openapi.yaml @param {string} folder */
export async function writeMarks(document, folder) {
  // A form shares the texts of its input.
  const inputs = Object.entries(document.components.schemas).filter(
    ([name, { properties = {} }]) =>
      !name.endsWith('Form') &&
      Object.values(properties).some((property) => property['x-search'] || property['x-filter']),
  );
  /** @param {(property: any) => boolean} isMarked */
  const listOf = (isMarked) =>
    inputs.flatMap(([name, { properties = {} }]) => {
      const fields = Object.keys(properties).filter((field) => isMarked(properties[field]));
      return fields.length === 0 ? [] : `  ${name}: [${fields.map((field) => `'${field}'`).join(', ')}],\n`;
    });
  /** @param {any} property */
  const isText = (property) => {
    const { type, enum: choices } = resolve(document, property);
    return type === 'string' && choices === undefined;
  };
  await writeFile(
    join(folder, 'marks.gen.ts'),
    `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The fields whose words a search finds (\`x-search\`), by input. */
export const searched = {
${listOf((property) => property['x-search'] === true).join('')}} as const;

/** The fields that narrow a list (\`x-filter\`), by input. */
export const filtered = {
${listOf((property) => property['x-filter'] === true).join('')}} as const;

/** The fields that hold any text, by input. */
export const texts = {
${listOf(isText).join('')}} as const;
`,
  );
}
