/** Reads an OpenAPI document from a file or an address, as JSON or YAML, with the files that it refers to. */

import { readFile } from 'node:fs/promises';
import { CannotRun } from '../cannot-run.js';
import { bundle } from './bundle.js';
import { convertSwagger } from './convert-swagger.js';
import { parseJson } from './exact-numbers.js';
import { listOperations } from './list-operations.js';
import type { ContractDocument, Version } from './model.js';
import { openSchemas } from './open-schemas.js';
import { parseYaml } from './parse-yaml.js';
import { readLocation } from './read-location.js';
import { asRecord, isRecord, type Member } from './values.js';

/**
 * @param location a path or an http(s) address
 * @throws CannotRun when there is no OpenAPI 3.0, 3.1 or 3.2, or Swagger 2.0 document there
 */
export async function readDocument(location: string): Promise<ContractDocument> {
  const parsed = await load(location, false);
  if (!isRecord(parsed) || (parsed.openapi === undefined && parsed.swagger === undefined))
    throw new CannotRun(`${location} is not an OpenAPI document.`);
  const version = versionOf(parsed, location);
  if (!isRecord(parsed.paths)) throw new CannotRun(`${location} has no paths.`);
  const bundled = await bundle(parsed, location, load);
  const converted = version === undefined ? convertSwagger(bundled.source) : bundled.source;
  const { source, warnings, isOpen } = openSchemas(converted);
  return {
    title: String(asRecord(parsed.info).title ?? location),
    declared: String(parsed.openapi ?? parsed.swagger),
    version: version ?? '3.0',
    operations: listOperations(source, isOpen),
    source,
    warnings: [...bundled.warnings, ...warnings],
    placeOf: bundled.placeOf,
  };
}

/** @returns undefined for Swagger 2.0 */
function versionOf({ openapi, swagger }: Member, location: string): Version | undefined {
  if (openapi === undefined && /^2\.0\b/.test(String(swagger))) return undefined;
  const [, minor] = /^3\.([012])\.\d+/.exec(String(openapi)) ?? [];
  if (minor !== undefined) return minor === '0' ? '3.0' : '3.1';
  throw new CannotRun(
    `${location} is OpenAPI ${openapi ?? swagger}: 3.0, 3.1, 3.2 and Swagger 2.0 can be read.`,
  );
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
