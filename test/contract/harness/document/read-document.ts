/** Reads an OpenAPI document from a file or an address, as JSON or YAML, with the files that it refers to. */

import { readFile } from 'node:fs/promises';
import { CannotRun } from '../cannot-run.js';
import { bundle } from './bundle.js';
import { parseJson } from './exact-numbers.js';
import { listOperations } from './list-operations.js';
import type { ContractDocument, Version } from './model.js';
import { openSchemas } from './open-schemas.js';
import { parseYaml } from './parse-yaml.js';
import { readLocation } from './read-location.js';
import { asRecord, isRecord, type Member } from './values.js';

/**
 * @param location a path or an http(s) address
 * @throws CannotRun when there is no document of OpenAPI 3.0 or 3.1 there
 */
export async function readDocument(location: string): Promise<ContractDocument> {
  const parsed = await load(location, false);
  if (!isRecord(parsed) || (parsed.openapi ?? parsed.swagger) === undefined)
    throw new CannotRun(`${location} is not an OpenAPI document.`);
  const version = versionOf(parsed, location);
  if (!isRecord(parsed.paths)) throw new CannotRun(`${location} has no paths.`);
  const bundled = await bundle(parsed, location, load);
  const { source, warnings, isOpen } = openSchemas(bundled.source);
  return {
    title: String(asRecord(parsed.info).title ?? location),
    declared: String(parsed.openapi),
    version,
    operations: listOperations(source, isOpen),
    source,
    warnings: [...bundled.warnings, ...warnings],
    placeOf: bundled.placeOf,
  };
}

function versionOf({ openapi, swagger }: Member, location: string): Version {
  const [, version] = /^(3\.[01])\.\d+/.exec(String(openapi)) ?? [];
  if (version === '3.0' || version === '3.1') return version;
  throw new CannotRun(`${location} is OpenAPI ${openapi ?? swagger}: 3.0 and 3.1 can be read.`);
}

async function load(location: string, isReference: boolean): Promise<unknown> {
  return parseText(await readText(location, isReference), location);
}

async function readText(location: string, isReference: boolean): Promise<string> {
  try {
    return await (/^https?:/.test(location)
      ? readLocation(location, { leavesHost: !isReference })
      : readFile(location, 'utf8'));
  } catch (error) {
    throw new CannotRun(`${location} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parseText(text: string, location: string): unknown {
  try {
    return readJson(text) ?? parseYaml(text);
  } catch (error) {
    throw new CannotRun(
      `${location} is neither JSON nor YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** JSON is YAML, but a reader of YAML takes ten times as long. @returns undefined when it is none */
function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
