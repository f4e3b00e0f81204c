// Writes generated/ and src/handlers/index.ts from openapi.yaml. With --check it writes nothing and names what differs.
// @ts-check
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, YAMLParseError } from 'yaml';
import { listDifferences } from './generate/compare.mjs';
import { ContractError } from './generate/contract-error.mjs';
import { renderHandlerIndex } from './generate/handler-index.mjs';
import { writeHandlers } from './generate/handlers.mjs';
import { writeChoices } from './generate/languages.mjs';
import { writeMarks } from './generate/marks.mjs';
import { writeSdk } from './generate/sdk.mjs';
import { writeSpecification } from './generate/specification.mjs';
import { writeTools } from './generate/tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = join(root, 'openapi.yaml');
const handlers = join(root, 'src/handlers');
const generated = join(root, 'generated');
const isCheck = process.argv.includes('--check');

/** Every generated folder, with the one that fills it. */
const writers = { sdk: writeSdk, server: writeHandlers };
const folders = Object.keys(writers);

// First beside what is there: a contract that cannot be generated from leaves the old files whole.
const fresh = await mkdtemp(join(generated, '.fresh-'));
try {
  const text = await readFile(contract, 'utf8');
  const document = parse(text);
  const index = await renderHandlerIndex(document, handlers);
  for (const [folder, write] of Object.entries(writers)) await write(document, join(fresh, folder));
  await writeMarks(document, join(fresh, 'server'));
  await writeChoices(document, join(fresh, 'sdk'));
  await writeTools(document, join(fresh, 'sdk'));
  await writeSpecification(document, join(fresh, 'server'), text);
  if (isCheck) await check(index);
  else await replace(index);
} catch (error) {
  if (!(error instanceof ContractError) && !(error instanceof YAMLParseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await rm(fresh, { recursive: true, force: true });
}

/** @param {{ text: string, missing: string[] }} index */
async function replace({ text, missing }) {
  for (const folder of folders) {
    await rm(join(generated, folder), { recursive: true, force: true });
    await rename(join(fresh, folder), join(generated, folder));
  }
  await writeFile(join(handlers, 'index.ts'), text);
  // Not a failure: a handler can use the types of its operation only from now on.
  for (const line of missing) console.error(line);
}

/** @param {{ text: string, missing: string[] }} index */
async function check({ text, missing }) {
  const differences = await listDifferences(fresh, generated, folders);
  const written = await readFile(join(handlers, 'index.ts'), 'utf8').catch(() => undefined);
  if (written !== text) differences.push('different: src/handlers/index.ts');
  differences.push(...missing);
  if (differences.length === 0) return;
  for (const line of differences) console.error(line);
  console.error('What is generated does not follow from openapi.yaml: run `npm run generate`.');
  process.exitCode = 1;
}
