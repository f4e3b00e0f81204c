// Writes generated/ from openapi.yaml; with --check it only says which committed files differ from that.
// @ts-check
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { listDifferences } from './generate/compare.mjs';
import { writeHandlers } from './generate/handlers.mjs';
import { writeSdk } from './generate/sdk.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const generated = join(root, 'generated');

/** Every generated folder, with the one that fills it. */
const writers = { sdk: writeSdk, server: writeHandlers };
const folders = Object.keys(writers);

// First beside what is there: a contract that cannot be generated from leaves the old files whole.
const fresh = await mkdtemp(join(generated, '.fresh-'));
try {
  const text = await readFile(join(root, 'openapi.yaml'), 'utf8');
  for (const [folder, write] of Object.entries(writers)) await write(parse(text), join(fresh, folder));
  await (process.argv.includes('--check') ? check() : replace());
} finally {
  await rm(fresh, { recursive: true, force: true });
}

async function replace() {
  for (const folder of folders) {
    await rm(join(generated, folder), { recursive: true, force: true });
    await rename(join(fresh, folder), join(generated, folder));
  }
}

async function check() {
  const differences = await listDifferences(fresh, generated, folders);
  if (differences.length === 0) return;
  for (const line of differences) console.error(line);
  console.error('generated/ does not follow from openapi.yaml: run `npm run generate`.');
  process.exitCode = 1;
}
