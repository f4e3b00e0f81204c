// Writes src/handlers/index.ts: the handler of every operation, found by its name in the files of src/handlers/.
// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContractError } from './contract-error.mjs';
import { listOperations } from './document.mjs';

const preamble = `// This file is auto-generated from openapi.yaml and the files beside it by scripts/generate.mjs: do not edit it.
import type { Handlers } from '#generated/server/handlers.gen.js';
`;

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} folder src/handlers
 * @returns {Promise<{ text: string, missing: string[] }>} the file, and one line for each operation without a handler
 * @throws ContractError when two files export the same handler
 */
export async function renderHandlerIndex(document, folder) {
  const operations = listOperations(document).map(({ id }) => id);
  const files = await filesByHandler(folder, new Set(operations));
  const found = operations.filter((id) => files.has(id));
  const imports = [...new Set(files.values())].map((file) => {
    const names = found.filter((id) => files.get(id) === file).sort();
    return { from: `./${file.replace(/\.ts$/, '.js')}`, names };
  });
  const lines = imports.map(renderImport);
  lines.push("import type { HandlerContext } from './context.js';\n");
  const members = found.map((id) => `  ${id},\n`).join('');
  return {
    text:
      `${preamble}${lines.join('')}\n` +
      `export const handlers: Handlers<HandlerContext> = {\n${members}};\n`,
    missing: operations
      .filter((id) => !files.has(id))
      .map(
        (id) =>
          `src/handlers/: no file exports ${id}. Export \`const ${id}: Handler<'${id}', HandlerContext>\` ` +
          'there, then run `npm run generate` again.',
      ),
  };
}

/**
 * @param {string} folder
 * @param {Set<string>} operations
 * @returns {Promise<Map<string, string>>} the file's name by operationId
 */
async function filesByHandler(folder, operations) {
  const files = new Map();
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.ts') || file === 'index.ts') continue;
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, id] of text.matchAll(/^export (?:const|(?:async )?function) (\w+)\b/gm)) {
      if (!operations.has(id)) continue;
      if (files.has(id))
        throw new ContractError(`src/handlers/: ${files.get(id)} and ${file} both export ${id}.`);
      files.set(id, file);
    }
  }
  return files;
}

/** @param {{ from: string, names: string[] }} module */
const renderImport = ({ from, names }) => `import { ${names.join(', ')} } from '${from}';\n`;
