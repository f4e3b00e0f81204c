// Writes a bill of materials of the production dependencies, in CycloneDX's form, to reports/sbom.cdx.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { productionPackages, ROOT } from './production-packages.mjs';

const FILE = 'reports/sbom.cdx.json';

const own = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
const bill = limit(readBill(), [own, ...productionPackages()]);
mkdirSync(`${ROOT}/reports`, { recursive: true });
writeFileSync(`${ROOT}/${FILE}`, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${FILE}: ${bill.components.length} components`);

/** Everything, not `--omit=dev`: that also leaves out what a development tool shares with production, pino for one. */
function readBill() {
  const command = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  return JSON.parse(execFileSync('npm', command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** The bill without components, and dependencies on components, that are none of `packages`. */
function limit(bill, packages) {
  const kept = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  // npm writes the folder's name, which differs from clone to clone.
  const component = { ...bill.metadata.component, name: own.name };
  return {
    ...bill,
    metadata: { ...bill.metadata, component },
    components: bill.components.filter((part) => kept.has(part['bom-ref'])).map(correct),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  };
}

/**
 * `git@host:path` is no URI, which the form asks for. And npm marks a package as of development when a second copy of
 * the same version is.
 */
function correct(part) {
  const externalReferences = part.externalReferences.map((reference) => ({
    ...reference,
    url: reference.url.replace(/^(git@[^:/]+):(?!\/)/, 'ssh://$1/'),
  }));
  const properties = part.properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...part, properties, externalReferences };
}
