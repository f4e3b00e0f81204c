// Writes what the SDK's flat methods need: the types of each call, and where each parameter belongs.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations, mediaOf, resolve } from './document.mjs';

/** Where a parameter goes, by what OpenAPI and what the generated functions call it. */
const places = { path: 'path', query: 'query', header: 'headers' };

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder of the generated client
 */
export async function writeCalls(document, target) {
  const operations = listOperations(document);
  for (const operation of operations) refuseAmbiguousNames(document, operation);
  await writeFile(
    join(target, 'calls.gen.ts'),
    `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from './types.gen.js';

/** What each operation takes, and what it gives when it succeeds. */
export interface Calls {
${operations.map(renderTypes).join('\n')}
}

/** The names of each operation's parameters, by their place; everything else that is given belongs to the body. */
export const places = {
${operations.map(renderPlaces).join('\n')}
} as const;
`,
  );
}

/** @param {import('./document.mjs').Operation} operation */
function renderTypes({ id, typeName, summary, responses }) {
  const succeeds = responses.some(([status]) => status.startsWith('2'));
  return `  /** ${summary ?? id} */
  ${id}: { takes: Sdk.${typeName}Data; gives: ${succeeds ? `Sdk.${typeName}Response` : 'unknown'} };`;
}

/** @param {import('./document.mjs').Operation} operation */
function renderPlaces({ id, parameters, requestBody }) {
  const lists = Object.entries(places).map(([place, name]) => {
    const names = parameters.filter((parameter) => parameter.in === place).map(({ name }) => `'${name}'`);
    return `${name}: [${names.join(', ')}]`;
  });
  const body = requestBody ? `'${requestBody.required ? 'required' : 'optional'}'` : "'none'";
  return `  ${id}: { ${lists.join(', ')}, body: ${body} },`;
}

/**
 * A flat method tells parameters and members of the body apart by their names alone.
 * @param {any} document
 * @param {import('./document.mjs').Operation} operation
 */
function refuseAmbiguousNames(document, { id, parameters, requestBody }) {
  const schema = resolve(document, mediaOf(requestBody)?.schema);
  if (requestBody && schema?.type !== 'object') throw new Error(`${id}: a body must be an object.`);
  const names = [...parameters.map(({ name }) => name), ...Object.keys(schema?.properties ?? {})];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${id}: "${twice}" names two things, in the body or among the parameters.`);
}
