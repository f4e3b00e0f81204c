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

/**
 * The same for programs that use the SDK, and the styles beside them.
 * @param {any} document the parsed openapi.yaml
 * @param {string} folder
 */
export async function writeChoices(document, folder) {
  const { Language, Style } = document.components.schemas;
  const languages = Language.enum.map((/** @type {string} */ id) => {
    const { name = id, aliases = [] } = hljs.getLanguage(id) ?? {};
    return `  ${JSON.stringify({ id, name, aliases })},\n`;
  });
  const styles = Style.enum.map((/** @type {string} */ id) => {
    const name = id.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
    return `  ${JSON.stringify({ id, name })},\n`;
  });
  await writeFile(
    join(folder, 'choices.gen.ts'),
    `// This file is auto-generated from openapi.yaml and highlight.js by scripts/generate.mjs: do not edit it.

import type { Language, Style } from './types.gen.js';

/** Every language, with the name that people use and its other names: aliases and endings of files. */
export const languages: readonly { id: Language; name: string; aliases: readonly string[] }[] = [
${languages.join('')}];

/** Every style. */
export const styles: readonly { id: Style; name: string }[] = [
${styles.join('')}];
`,
  );
}
