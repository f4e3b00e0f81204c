// Writes the names and aliases of highlight.js's languages, because loading them would take a tenth of a second.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import hljs from 'highlight.js';

/** @param {string} folder */
export async function writeLanguages(folder) {
  const lines = hljs
    .listLanguages()
    .sort()
    .map((id) => {
      const { name = id, aliases = [] } = hljs.getLanguage(id) ?? {};
      return `  ${JSON.stringify(id)}: ${JSON.stringify([name, ...aliases])},\n`;
    });
  await writeFile(
    join(folder, 'languages.gen.ts'),
    `// This file is auto-generated from highlight.js by scripts/generate.mjs: do not edit it.

/** What people call each language, then its aliases. */
export const languageNames: Readonly<Record<string, readonly string[]>> = {
${lines.join('')}};
`,
  );
}
