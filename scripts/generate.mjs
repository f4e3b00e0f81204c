// Writes generated/ from openapi.yaml. With --check it writes nothing and names what differs.
// @ts-check
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, YAMLParseError } from 'yaml';
import { listDifferences } from './generate/compare.mjs';
import { ContractError } from './generate/contract-error.mjs';
import { writeHandlers } from './generate/handlers.mjs';
import { writeChoices } from './generate/languages.mjs';
import { writeMarks } from './generate/marks.mjs';
import { writeSdk } from './generate/sdk.mjs';
import { writeSigns } from './generate/signs.mjs';
import { writeTools } from './generate/tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = join(root, 'openapi.yaml');
const generated = join(root, 'generated');
const isCheck = process.argv.includes('--check');

/** Every generated folder, with the one that fills it. */
const writers = { sdk: writeSdk, server: writeHandlers };
const folders = Object.keys(writers);

// First beside what is there: a contract that cannot be generated from leaves the old files whole.
const fresh = await mkdtemp(join(generated, '.fresh-'));
try {
  const document = parse(await readFile(contract, 'utf8'));
  for (const [folder, write] of Object.entries(writers)) await write(document, join(fresh, folder));
  await writeMarks(document, join(fresh, 'server'));
  await writeChoices(document, join(fresh, 'sdk'));
  await writeSigns(join(fresh, 'sdk'));
  await writeTools(document, join(fresh, 'sdk'));
  if (isCheck) await check();
  else await replace();
} catch (error) {
  if (!(error instanceof ContractError) && !(error instanceof YAMLParseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
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
  console.error('What is generated does not follow from openapi.yaml: run `npm run generate`.');
  process.exitCode = 1;
}
