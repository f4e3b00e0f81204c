/** Makes a run of what was asked for: reads the configuration and the document, and looks whether somebody is there. */
import { readFile } from 'node:fs/promises';
import { CannotRun } from './cannot-run.js';
import type { CommandLine } from './command-line.js';
import { makeConfiguration } from './configuration/configuration.js';
import { readToml } from './configuration/toml.js';
import { readDocument } from './document/read-document.js';
import { Run } from './run.js';

const CONFIGURATION = 'schemathesis.toml';

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function prepareRun({ url, spec, config, self, other, overrides }: CommandLine): Promise<Run> {
  const configuration = makeConfiguration(readToml(await readConfiguration(config)), overrides);
  const base = url ?? configuration.baseUrl;
  if (base === undefined || !URL.canParse(base))
    throw new CannotRun('--url takes the address of a running server.');
  const target = new URL(base);
  await look(target, configuration.requestTimeout);
  const document = await readDocument(spec ?? new URL('/openapi.json', target).href);
  const prefix = target.pathname.replace(/\/$/, '');
  const placed = prefix === '' ? document : { ...document, basePath: prefix };
  return new Run({ document: placed, configuration, url: target, self, other });
}

/** The file in the working folder may be missing; one that was named may not. */
async function readConfiguration(path: string | undefined): Promise<string> {
  try {
    return await readFile(path ?? CONFIGURATION, 'utf8');
  } catch (error) {
    if (path === undefined) return '';
    throw new CannotRun(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
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
