/** Reads an OpenAPI document from a file or an address, as JSON or YAML, with the files that it refers to. */
import { readFile } from 'node:fs/promises';
import { isSuccess } from '../case.js';
import { CannotRun } from '../errors.js';
import { makeSender } from '../send.js';
import { asRecord, type ContractDocument, isRecord, type Member, type Version } from './model.js';
import { openSchemas } from './open-schemas.js';
import { listOperations } from './operations.js';
import { parseJson, parseYaml } from './parse.js';
import { bundle } from './references.js';

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

const REDIRECTS = 5;
const SECONDS = 30;

/**
 * @param options `leavesHost`: whether it follows redirects to another host
 * @throws Error when there is no answer, or none with a document
 */
export async function readLocation(
  location: string,
  { leavesHost = true, redirects = REDIRECTS } = {},
): Promise<string> {
  const url = new URL(location);
  const sender = makeSender(url, SECONDS * 1000);
  try {
    const target = `${url.pathname}${url.search}`;
    const answer = await sender.send({ method: 'GET', target, headers: {}, body: undefined });
    const { location: next } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && next !== undefined && redirects > 0) {
      const target = new URL(next, url);
      if (!leavesHost && target.origin !== url.origin) throw new Error('it leads to another host');
      return await readLocation(target.href, { leavesHost, redirects: redirects - 1 });
    }
    if (!isSuccess(answer)) throw new Error(`it answers ${answer.status}`);
    if (!answer.isWhole) throw new Error(`it has not ended within ${SECONDS} s, or is too large`);
    return answer.bytes.toString('utf8');
  } finally {
    sender.close();
  }
}
