// Checks openapi.yaml as every start does (src/contract/check-contract.ts), so that a mistake is found before the code
// is compiled against it.
// @ts-check
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ContractError } from './contract-error.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {any} document the parsed openapi.yaml
 * @throws {ContractError} with one line for each problem
 */
export async function checkContract(document) {
  const source = await loadSource();
  const names = Object.keys(document.components.securitySchemes);
  for (const ownership of [true, false]) {
    const specification = source.effectiveSpecification(document, {
      schemes: names.map((name) => ({ name })),
      ownership,
      baseUrl: undefined,
      tokenPath: '/api-token-auth/',
      loginPrefix: '/api-auth/',
      securityContact: ['mailto:security@example.com'],
    });
    try {
      source.checkContract(specification, { permissions: source.permissions });
    } catch (error) {
      throw new ContractError(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Read from src/, because dist/ is built from what this generates. */
async function loadSource() {
  const contents = `
    export { checkContract } from './src/contract/check-contract.js';
    export { effectiveSpecification } from './src/contract/effective-specification.js';
    export { permissions } from './src/pipeline/permissions.js';
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const [file] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(file?.contents ?? '').toString('base64')}`);
}
