/** Reads an OpenAPI document from a file or an address, as JSON or YAML. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isSuccess } from '../case.js';
import { CannotRun } from '../errors.js';
import { makeSender } from '../send.js';
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
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
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

const REDIRECTS = 5;
const SECONDS = 30;

async function readLocation(location: string, redirects = REDIRECTS): Promise<string> {
  const url = new URL(location);
  const sender = makeSender(url, SECONDS * 1000);
  try {
    const target = `${url.pathname}${url.search}`;
    const answer = await sender.send({ method: 'GET', target, headers: {}, body: undefined });
    const { location: next } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && next !== undefined && redirects > 0)
      return await readLocation(new URL(next, url).href, redirects - 1);
    if (!isSuccess(answer)) throw new Error(`it answers ${answer.status}`);
    if (!answer.isWhole) throw new Error(`it has not ended within ${SECONDS} s, or is too large`);
    return answer.bytes.toString('utf8');
  } finally {
    sender.close();
  }
}
