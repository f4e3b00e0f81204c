// How the clients of others behave where this SDK makes a promise: each against a server that spoils its answers.
// @ts-check
import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateHeyApi } from './hey-api.mjs';
import { binaries, bundle, inPackage, root } from './tools.mjs';

/** By their packages. */
const names = ['snippet-store-sdk', 'openai', 'stripe', 'octokit', 'openapi-fetch', 'hey-api'];

/** @param {string} project an empty project with the packed SDK */
export async function* comparePeers(project) {
  const folder = inPackage('.', '..');
  generateHeyApi(join(folder, 'hey-api'));
  await writeFile(
    join(folder, 'hey-api-entry.ts'),
    "export * from './hey-api/sdk.gen.ts';\nexport { client } from './hey-api/client.gen.ts';\n",
  );
  bundle(join(folder, 'hey-api-entry.ts'), join(folder, 'hey-api-bundle.mjs'));
  await copyFile(join(root, 'test/sdk/check/peers-program.mjs'), join(folder, 'peers-program.mjs'));
  const sdk = join(project, 'node_modules/snippet-store-sdk/esm/sdk/index.js');
  for (const name of names) {
    const { stdout } = await promisify(execFile)(binaries.node24, ['peers-program.mjs', name, sdk], {
      cwd: folder,
      timeout: 300_000,
    });
    const version = name in versions ? await versions[/** @type {keyof typeof versions} */ (name)]() : '';
    yield { name: `${name} ${version}`, ok: true, said: stdout };
  }
}

/** @param {string} name */
const versionOf = (name) => async () =>
  JSON.parse(await readFile(inPackage(name, 'package.json'), 'utf8')).version;

const versions = {
  openai: versionOf('openai'),
  stripe: versionOf('stripe'),
  octokit: versionOf('octokit'),
  'openapi-fetch': versionOf('openapi-fetch'),
  'hey-api': versionOf('@hey-api/openapi-ts'),
};
