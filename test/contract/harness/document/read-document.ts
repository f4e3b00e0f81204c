/** Reads an OpenAPI document from a file or an address, as JSON or YAML. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CannotRun } from '../errors.js';
import { dereference } from './dereference.js';
import { asRecord, isRecord } from './model.js';
import { listOperations } from './operations.js';
import { parseYaml } from './parse.js';

/** Where services have their document: beside what --url names, then at the root. */
const ADDRESSES = ['/openapi.json', '/openapi.yaml', '/openapi', '/swagger.json'];
const FILES = ['openapi.json', 'openapi.yaml', 'openapi.yml'];

/** The document that the server has, else one in the working folder. */
export async function findDocument(url: URL) {
  const bases = new Set([url.pathname.replace(/\/$/, ''), '']);
  const addresses = [...bases].flatMap((base) => ADDRESSES.map((path) => new URL(base + path, url).href));
  for (const location of [...addresses, ...FILES.map((file) => resolve(file))])
    try {
      return await readDocument(location);
    } catch (error) {
      if (!(error instanceof NoDocument)) throw error;
    }
  throw new CannotRun(`No OpenAPI description was found at ${addresses.join(', ')}. Name it with --spec.`);
}

export type ContractDocument = Awaited<ReturnType<typeof readDocument>>;

class NoDocument extends CannotRun {}

export async function readDocument(location: string) {
  const source = await load(location);
  if (!isRecord(source) || (source.openapi ?? source.swagger) === undefined)
    throw new NoDocument(`${location} is not an OpenAPI document.`);
  if (!/^3\.[01]\.\d+/.test(String(source.openapi)))
    throw new CannotRun(
      `${location} is OpenAPI ${source.openapi ?? source.swagger}: 3.0 and 3.1 can be read.`,
    );
  if (!isRecord(source.paths)) throw new CannotRun(`${location} has no paths.`);
  const { root, warnings } = dereference(source);
  return {
    location,
    title: String(asRecord(source.info).title ?? location),
    /** Its version as it states it. */
    declared: String(source.openapi),
    operations: listOperations(root),
    /** With its references as they were. */
    source,
    /** What in it could not be read, and is left open. */
    warnings,
  };
}

async function load(location: string): Promise<unknown> {
  const fail = (what: string) => (error: unknown) => {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const [why] = (cause instanceof Error ? cause.message : message).split('\n');
    throw new NoDocument(`${location} ${what}: ${why}`);
  };
  const isUrl = /^https?:/.test(location);
  const text = await (isUrl ? readLocation(location) : readFile(location, 'utf8')).catch(
    fail('cannot be read'),
  );
  try {
    return parseText(text);
  } catch (error) {
    return fail('is neither JSON nor YAML')(error);
  }
}

/** JSON is YAML, but a reader of YAML takes ten times as long. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
}

const LONGEST = 30_000;

async function readLocation(location: string): Promise<string> {
  const answer = await fetch(location, { signal: AbortSignal.timeout(LONGEST) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  return text;
}
