// The SDK and the contract as others use them: every runtime, every compiler, the generators and linters of others, sizes.
// Too long for each change. Arguments are parts of the checks' names, to run only those: `npm run sdk:check -- runtime`.
// @ts-check
import { checkClients } from './clients.mjs';
import { checkCompilers } from './compilers.mjs';
import { checkPackage } from './package.mjs';
import { comparePeers } from './peers.mjs';
import { makeProject } from './project.mjs';
import { checkReaders } from './readers.mjs';
import { checkRuntimes } from './runtimes.mjs';
import { checkSizes } from './sizes.mjs';
import { installTools } from './tools.mjs';

const checks = {
  package: checkPackage,
  runtime: checkRuntimes,
  compiler: checkCompilers,
  size: checkSizes,
  reader: checkReaders,
  client: checkClients,
};
/** Measured, not checked, so only when it is named: how the clients of others behave. */
const measurements = { peers: comparePeers };
const wanted = process.argv.slice(2);

await installTools();
const project = await makeProject();
let failures = 0;
try {
  const isWanted = (/** @type {string} */ kind) => wanted.some((part) => kind.includes(part));
  for (const [kind, check] of Object.entries({ ...checks, ...measurements })) {
    if (!isWanted(kind) && (wanted.length > 0 || kind in measurements)) continue;
    for await (const { name, ok, said } of check(project.folder, project.tarball)) {
      if (!ok) failures++;
      const lines =
        said
          ?.trim()
          .split('\n')
          .slice(0, 30)
          .map((line) => `\n       ${line}`) ?? [];
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${kind}: ${name}${lines.join('')}`);
    }
  }
} finally {
  await project.remove();
}
if (failures > 0) {
  console.error(`${failures} checks failed`);
  process.exitCode = 1;
}
