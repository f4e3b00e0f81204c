// The samples of types under every TypeScript from 5.0 on.
// @ts-check
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './check.mjs';
import { binaries, compilers, inPackage, root } from './tools.mjs';

const strictly = [
  ...[
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--noImplicitOverride',
  ],
  ...[
    '--noPropertyAccessFromIndexSignature',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
  ],
];

/** @param {string} project */
export async function* checkCompilers(project) {
  await copyFile(join(root, 'test/sdk/fixtures/types.mts'), join(project, 'types.mts'));
  for (const [name, version] of Object.entries(compilers)) {
    const args = [inPackage(`typescript-${name}`, 'bin/tsc'), ...strictly, 'types.mts'];
    yield await check(`TypeScript ${version}`, binaries.node22, args, { cwd: project });
  }
}
