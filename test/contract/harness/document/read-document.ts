/** Reads an OpenAPI document from a file or an address, as JSON or YAML. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { CannotRun } from '../cannot-run.js';
import { listOperations } from './list-operations.js';
import type { ContractDocument } from './model.js';
import { openSchemas } from './open-schemas.js';
import { readLocation } from './read-location.js';
import { asRecord, isRecord } from './values.js';

/**
 * @param location a path or an http(s) address
 * @throws CannotRun when there is no OpenAPI 3.0 or 3.1 document there
 */
export async function readDocument(location: string): Promise<ContractDocument> {
  const parsed: unknown = parseText(await readText(location), location);
  if (!isRecord(parsed) || parsed.openapi === undefined)
    throw new CannotRun(`${location} is no OpenAPI document.`);
  const [, version] = /^(3\.[01])\.\d+/.exec(String(parsed.openapi)) ?? [];
  if (version !== '3.0' && version !== '3.1')
    throw new CannotRun(`${location} is OpenAPI ${parsed.openapi}: 3.0 and 3.1 are known here.`);
  if (!isRecord(parsed.paths)) throw new CannotRun(`${location} has no paths.`);
  const { source, warnings, isOpen } = openSchemas(parsed);
  return {
    title: String(asRecord(parsed.info).title ?? location),
    declared: String(parsed.openapi),
    version,
    operations: listOperations(source, isOpen),
    source,
    warnings,
    placeOf: (pointer) => pointer,
  };
}

async function readText(location: string): Promise<string> {
  try {
    return await (/^https?:/.test(location) ? readLocation(location) : readFile(location, 'utf8'));
  } catch (error) {
    throw new CannotRun(`${location} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parseText(text: string, location: string): unknown {
  try {
    // Merge keys are YAML 1.1's, and in use.
    return readJson(text) ?? parse(text, { logLevel: 'error', merge: true });
  } catch (error) {
    throw new CannotRun(
      `${location} is neither JSON nor YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** JSON is YAML, but a reader of YAML takes fifty times as long. @returns undefined when it is none */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
