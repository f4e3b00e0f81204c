// Writes what the SDK needs at run time: how each operation is sent, as data that a bundler can leave out one by one.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContractError } from './contract-error.mjs';
import { listEdits, listSdkOperations } from './sdk-operation.mjs';

const preamble = `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type { Calls } from './calls.gen.js';
import type { SchemeName } from './contract.gen.js';

/** How one operation is sent; \`transport.call\` takes it together with the operation's arguments. */
export interface OperationDescription<Id extends keyof Calls = keyof Calls> {
  readonly id: Id;
  /** GET when left out. */
  readonly method?: string;
  /** Path parameters stand in braces. */
  readonly path: string;
  /** Names of the arguments that go into the query. */
  readonly query?: readonly string[];
  /** Names of the arguments that are headers. */
  readonly headers?: readonly string[];
  /** Names of the arguments that are members of the body. */
  readonly body?: readonly string[];
  /** The body is a form; else it is JSON. */
  readonly isForm?: true;
  /** Members of its resource: they may be given, also those that are not sent. */
  readonly members?: readonly string[];
  /** Reads what this operation replaces. */
  readonly readBy?: OperationDescription;
  /** What members become that a replacement leaves out. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The media type of a successful answer: JSON when left out, none when it is empty. */
  readonly accept?: string;
  /** What may authenticate it, in the contract's order. */
  readonly schemes?: readonly SchemeName[];
  /** All attempts carry one \`Idempotency-Key\`, so that it is done once. */
  readonly isKeyed?: true;
  /** Repeating it may do it twice: a POST without a key. */
  readonly isSentOnce?: true;
  /** A redirection is its success: it is not followed. */
  readonly isRedirected?: true;
  /** A list in slices: \`limit\` and \`after\` ask for one, \`Link\` names the next. */
  readonly isListing?: true;
}
`;

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder of the generated SDK
 */
export async function writeOperations(document, target) {
  const operations = listSdkOperations(document);
  const edits = listEdits(operations);
  /** @type {Map<string, string>} */
  const kinds = new Map(edits.length > 0 ? [['change', 'function']] : []);
  for (const { id, arguments: taken } of operations) {
    for (const { name, kind } of taken) {
      if ((kinds.get(name) ?? kind) !== kind)
        throw new ContractError(`${id}: "${name}" is of type ${kinds.get(name)} elsewhere, here ${kind}.`);
      kinds.set(name, kind);
    }
  }
  // Objects that most operations share keep a bundle small.
  const everyScheme = renderList([...new Set(operations.flatMap(({ schemes }) => schemes))]);
  const shared = `const schemes: readonly SchemeName[] = ${everyScheme};\n`;
  const descriptions = operations.map((operation) => {
    const edit = edits.find(({ put }) => put.id === operation.id);
    return renderOperation(operation, edit?.get.id, everyScheme);
  });
  const lists = new Map(
    operations.flatMap(({ resource }) => (resource ? [[resource.name, resource.members]] : [])),
  );
  const members = [...lists].map(([name, list]) => `const ${membersOf(name)} = ${renderList(list)};\n`);
  await writeFile(
    join(target, 'operations.gen.ts'),
    [preamble, shared, ...members, ...descriptions].join('\n'),
  );
  await writeFile(join(target, 'contract.gen.ts'), renderContract(document, operations, kinds));
  await writeFile(join(target, 'compositions.gen.ts'), renderCompositions(operations));
}

/**
 * @param {import('./sdk-operation.mjs').SdkOperation} operation
 * @param {string | undefined} readBy
 * @param {string | false} everyScheme what may authenticate most operations
 */
function renderOperation(operation, readBy, everyScheme) {
  const { id, method, path, mediaType, accept, schemes, requestBody, resource } = operation;
  /** @param {string} place */
  const namesIn = (place) => operation.arguments.filter((one) => one.place === place).map(({ name }) => name);
  const defaults = operation.arguments
    .filter(({ place, schema }) => place === 'body' && schema.default !== undefined)
    .map(({ name, schema }) => /** @type {const} */ ([name, schema.default]));
  const members = {
    id: renderValue(id),
    method: method !== 'get' && renderValue(method.toUpperCase()),
    path: renderValue(path),
    accept: accept !== 'application/json' && renderValue(accept ?? ''),
    query: renderList(namesIn('query')),
    headers: renderList(namesIn('headers')),
    body: requestBody && (renderList(namesIn('body')) || '[]'),
    isForm: mediaType === 'application/x-www-form-urlencoded',
    members: resource && membersOf(resource.name),
    readBy,
    defaults: readBy && renderMembers(defaults),
    schemes: renderList(schemes) === everyScheme ? 'schemes' : renderList(schemes),
    isKeyed: operation.isKeyed,
    isSentOnce: method === 'post' && !operation.isKeyed && !operation.isIdempotent,
    isRedirected: operation.isRedirected,
    isListing: operation.isListing,
  };
  const lines = Object.entries(members)
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name}: ${value},\n`);
  return `/** ${operation.summary ?? id} */
export const ${id}: OperationDescription<'${id}'> = {\n${lines.join('')}};\n`;
}

/** @param {readonly (readonly [string, unknown])[]} members */
function renderMembers(members) {
  const pairs = members.map(
    ([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${renderValue(value)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}

/** @param {string} name of a schema */
function membersOf(name) {
  return `${name[0]?.toLowerCase()}${name.slice(1)}Members`;
}

/** @param {readonly string[]} names */
function renderList(names) {
  return names.length > 0 && `[${names.map(renderValue).join(', ')}]`;
}

/** @param {unknown} value @returns {string} */
function renderValue(value) {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/**
 * @param {any} document
 * @param {import('./sdk-operation.mjs').SdkOperation[]} operations
 * @param {Map<string, string>} kinds
 */
function renderContract(document, operations, kinds) {
  const names = [...new Set(operations.flatMap(({ schemes }) => schemes))];
  return `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The contract's security schemes. */
export type SchemeName = ${names.map((name) => `'${name}'`).join(' | ')};

/** The version of the contract, and of the SDK that is made from it. */
export const version = '${document.info.version}';

/** What arguments must be that are not strings: what \`typeof\` says of them, \`integer\`, or \`any\`. */
export const kinds: Readonly<Record<string, string>> = ${renderMembers([...kinds].filter(([, kind]) => kind !== 'string'))};
`;
}

/** @param {import('./sdk-operation.mjs').SdkOperation[]} operations */
function renderCompositions(operations) {
  const edits = listEdits(operations);
  return `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import * as operations from './operations.gen.js';

/** Every operation. */
export const all = [
${operations.map(({ id }) => `  operations.${id},\n`).join('')}];

/** What replaces a resource whose members can be changed one by one. */
export const edits = {
${edits.map(({ method, put }) => `  ${method}: operations.${put.id},\n`).join('')}} as const;
`;
}
