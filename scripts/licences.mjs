// Lists the licences of the production dependencies in docs/licences.md; ends with 1 when one is not allowed.
//
//     npm run licences                writes the page
//     npm run licences -- --check     ends with 1 when the page is not up to date
import { readFileSync, writeFileSync } from 'node:fs';
import { ALLOWED, isAllowedLicence } from './supply-chain/is-allowed-licence.mjs';
import { productionPackages, ROOT } from './supply-chain/production-packages.mjs';

const PAGE = `${ROOT}/docs/licences.md`;

const packages = productionPackages();
const page = render(packages);

const refused = packages.filter(({ licence }) => !isAllowedLicence(licence));
for (const { name, version, licence } of refused) {
  console.error(`${name} ${version}: the licence ${licence ?? 'is not declared, which'} is not allowed`);
  process.exitCode = 1;
}
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== page) {
    console.error('docs/licences.md is out of date: run `npm run licences`');
    process.exitCode = 1;
  }
} else {
  writeFileSync(PAGE, page);
}
if (process.exitCode !== 1) console.log(`${packages.length} production packages, every licence is allowed`);

/** Versions are left out: the bill of materials has them, and a page that changes with every update is not read. */
function render(all) {
  const byLicence = new Map();
  for (const { name, licence } of all) {
    const names = byLicence.get(String(licence)) ?? new Set();
    byLicence.set(String(licence), names.add(name));
  }
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n\n${[...names].map((name) => `- \`${name}\``).join('\n')}\n`);
  return `# Licences of the production dependencies

Written by \`npm run licences\`; do not edit. It lists what \`npm ci --omit=dev\` can install, on any platform, by
licence. Versions are in \`package-lock.json\` and in the bill of materials (\`npm run sbom\`).

Allowed are ${[...ALLOWED].join(', ')}.
A dependency with another licence fails \`npm run licences -- --check\`, which runs in CI.

${sections.join('\n')}`;
}
