/** Makes a run of what was asked for: reads the configuration and the document, and looks whether somebody is there. */
import { readFile } from 'node:fs/promises';
import { CannotRun } from './cannot-run.js';
import type { CommandLine } from './command-line.js';
import { makeConfiguration } from './configuration/configuration.js';
import { findFile } from './configuration/find-file.js';
import { readAuth } from './configuration/read-auth.js';
import { readToml } from './configuration/toml.js';
import { checkSchemas } from './document/check-schemas.js';
import { readDocument } from './document/read-document.js';
import { Run } from './run.js';

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function prepareRun({ url, spec, config, self, other, overrides }: CommandLine): Promise<Run> {
  const settings = makeConfiguration(readToml(await readConfiguration(config)), overrides);
  const base = url ?? settings.baseUrl;
  if (base === undefined || !URL.canParse(base))
    throw new CannotRun('--url takes the address of a running server.');
  const target = new URL(base);
  await look(target, settings.requestTimeout);
  const document = await readDocument(spec ?? new URL('/openapi.json', target).href);
  const prefix = target.pathname.replace(/\/$/, '');
  const placed = prefix === '' ? document : { ...document, basePath: prefix };
  const { credentials, headers } = readAuth(settings, document);
  const run = new Run({
    document: placed,
    configuration: { ...settings, headers },
    url: target,
    self: self ?? credentials,
    other,
  });
  checkSchemas(document, run.validators);
  return run;
}

/** The file in the working folder, or above it, may be missing; one that was named may not. */
async function readConfiguration(path: string | undefined): Promise<string> {
  const found = path ?? findFile(process.cwd());
  try {
    return found === undefined ? '' : await readFile(found, 'utf8');
  } catch (error) {
    throw new CannotRun(`${found} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

async function look(url: URL, timeout: number): Promise<void> {
  try {
    await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeout) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CannotRun(`Nobody answers at ${url.origin}: ${cause instanceof Error ? cause.message : cause}`);
  }
}
