/** Reads an OpenAPI document from a file or an address, as JSON or YAML. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { CannotRun } from '../cannot-run.js';
import { listOperations } from './list-operations.js';
import type { ContractDocument } from './model.js';
import { isRecord } from './values.js';

/**
 * @param location a path or an http(s) address
 * @throws CannotRun when there is no OpenAPI 3 document there
 */
export async function readDocument(location: string): Promise<ContractDocument> {
  const source: unknown = parseText(await readText(location), location);
  if (!isRecord(source) || !String(source.openapi).startsWith('3.') || !isRecord(source.paths)) {
    throw new CannotRun(`${location} is no OpenAPI 3 document.`);
  }
  const info = isRecord(source.info) ? source.info : {};
  return {
    title: String(info.title ?? location),
    basePath: basePathOf(source.servers),
    operations: listOperations(source),
    source,
  };
}

async function readText(location: string): Promise<string> {
  try {
    if (!/^https?:/.test(location)) return await readFile(location, 'utf8');
    const response = await fetch(location);
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    return await response.text();
  } catch (error) {
    throw new CannotRun(`${location} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parseText(text: string, location: string): unknown {
  try {
    // JSON is YAML, but a reader of YAML takes fifty times as long.
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { logLevel: 'silent' });
  } catch (error) {
    throw new CannotRun(
      `${location} is neither JSON nor YAML: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function basePathOf(servers: unknown): string {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isRecord(first) && typeof first.url === 'string' ? first.url : '/';
  return new URL(url, 'http://any.invalid').pathname.replace(/\/$/, '');
}
