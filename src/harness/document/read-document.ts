/** An OpenAPI document from a file or an address, as a list of operations. */
import { resolve } from 'node:path';
import { CannotRun } from '../errors.js';
import { dereference } from './dereference.js';
import { asRecord, isRecord } from './model.js';
import { listOperations } from './operations.js';
import { NoDocument, readSource, readSources } from './sources.js';

/** Where services have their document: beside what --url names, then at the root. */
const ADDRESSES = ['/openapi.json', '/openapi.yaml', '/openapi', '/swagger.json'];
const FILES = ['openapi.json', 'openapi.yaml', 'openapi.yml'];

/** The document that the server has, else one in the working folder. */
export async function findDocument(url: URL) {
  const bases = new Set([url.pathname.replace(/\/$/, ''), '']);
  const addresses = [...bases].flatMap((base) => ADDRESSES.map((path) => new URL(base + path, url).href));
  const failures: string[] = [];
  for (const location of [...addresses, ...FILES.map((file) => resolve(file))])
    try {
      return await readDocument(location);
    } catch (error) {
      if (!(error instanceof NoDocument)) throw error;
      // What is there, and is no description, is more likely meant than what is not there.
      if (!/cannot be read/.test(error.message)) failures.push(` ${error.message}`);
    }
  const places = addresses.join(', ');
  throw new CannotRun(
    `No OpenAPI description was found at ${places}. Name it with --spec.${failures.join('')}`,
  );
}

export type ContractDocument = Awaited<ReturnType<typeof readDocument>>;

export async function readDocument(location: string) {
  const { value: source, address } = await readSource(location);
  if (!isRecord(source) || (source.openapi ?? source.swagger) === undefined)
    throw new NoDocument(`${location} is not an OpenAPI document.`);
  if (!/^3\.[012](\.\d+|$)/.test(String(source.openapi)))
    throw new CannotRun(
      `${location} is OpenAPI ${source.openapi ?? source.swagger}: 3.0, 3.1 and 3.2 can be read.`,
    );
  if (!isRecord(source.paths)) throw new CannotRun(`${location} has no paths.`);
  const { root, warnings } = dereference(source, await readSources(source, address));
  return {
    location,
    title: String(asRecord(source.info).title ?? location),
    /** Its version as it states it. */
    declared: String(source.openapi),
    operations: listOperations(root),
    /** With its references as they were. */
    source,
    /** Its security schemes, by their names. */
    schemes: asRecord(asRecord(root.components).securitySchemes),
    /** What in it could not be read, and is left open. */
    warnings,
  };
}
