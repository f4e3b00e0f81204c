// Writes the SDK's generated part: hey-api makes the types of the contract, we make its calls from the same document.
// @ts-check
import { mkdir } from 'node:fs/promises';
import { writeCalls } from './calls.mjs';
import { methods, resolve } from './document.mjs';
import { writeOperations } from './operations.mjs';

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder to fill
 */
export async function writeSdk(document, target) {
  await mkdir(target, { recursive: true });
  await writeCalls(document, target);
  await writeOperations(document, target);
  // It takes seconds to load: not for a contract that is refused above.
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: inlineParameters(structuredClone(document)),
    output: {
      path: target,
      clean: false,
      // Resolution by nodenext needs the extension; without an explicit `null` the generator takes a tsconfig of its
      // own choice.
      importFileExtension: '.js',
      tsConfigPath: null,
      indexFile: false,
      postProcess: [],
    },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/typescript'],
  });
}

/**
 * A parameter would otherwise become a type of its own, and one that shares its name with a schema `Language2`.
 * @param {any} document changed in place
 */
function inlineParameters(document) {
  for (const item of Object.values(document.paths)) {
    for (const holder of [item, ...methods.map((method) => item[method])]) {
      if (holder?.parameters)
        holder.parameters = holder.parameters.map((/** @type {any} */ one) => resolve(document, one));
    }
  }
  delete document.components.parameters;
  return document;
}
