// Writes generated/ from openapi.yaml; with --check it only says which committed files differ from that.
// @ts-check
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { listDifferences } from './generate/compare.mjs';
import { writeHandlers } from './generate/handlers.mjs';
import { writeSdk } from './generate/sdk.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = join(root, 'generated');

/** Every generated folder, by name, with the one that fills it. */
const writers = { sdk: writeSdk, server: writeHandlers };

/** @param {string} target the folder that gets the generated folders */
async function generate(target) {
  const text = await readFile(join(root, 'openapi.yaml'), 'utf8');
  for (const [folder, write] of Object.entries(writers)) {
    await rm(join(target, folder), { recursive: true, force: true });
    await write(parse(text), join(target, folder));
  }
}

async function check() {
  // Inside the project, so that what the generator looks up in parent folders is the same as for generated/.
  const fresh = await mkdtemp(join(root, 'generated', '.check-'));
  try {
    await generate(fresh);
    return await listDifferences(fresh, committed, Object.keys(writers));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) {
  const differences = await check();
  for (const line of differences) console.error(line);
  if (differences.length > 0) {
    console.error('generated/ does not follow from openapi.yaml: run `npm run generate`.');
    process.exitCode = 1;
  }
} else {
  await generate(committed);
}
