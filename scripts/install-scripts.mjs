// Ends with 1 when installing a production dependency would run code of it, which nobody could review beforehand.
import { productionPackages } from './supply-chain/production-packages.mjs';

const packages = productionPackages();
const running = packages.filter(({ hasInstallScript }) => hasInstallScript);
for (const { name, version } of running) {
  console.error(`${name} ${version} has an install script: choose another package, or override it`);
  process.exitCode = 1;
}
if (running.length === 0) console.log(`${packages.length} production packages, none has an install script`);
