// Writes the signature of every operation's handler: what it is given, and exactly the answers that it may give.
// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Headers that the service sets on every answer by itself: no handler names them. */
const headersOfTheService = ['Allow'];

const preamble = `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from '../sdk/types.gen.js';

type NoParameters = Record<never, never>;
type NoHeaders = Record<string, never>;

/** The body of a list: an array, or its items one by one. */
export type Stream<Item> = readonly Item[] | Iterable<Item> | AsyncIterable<Item>;

/** What a handler is given, after parsing and validation: always the JSON shape, also when a form was sent. */
export type HandlerRequest<Id extends OperationId> = Pick<Operations[Id], 'parameters' | 'body'>;

/** Everything that a handler may answer: the statuses, headers and bodies that openapi.yaml declares. */
export type HandlerResponse<Id extends OperationId> = Operations[Id]['response'];

/** The handler of one operation; \`Context\` is what the service hands along (store, user, ...). */
export type Handler<Id extends OperationId, Context> = (
  request: HandlerRequest<Id>,
  context: Context,
) => HandlerResponse<Id> | Promise<HandlerResponse<Id>>;

/** A handler for every operation of the contract. */
export type Handlers<Context> = { [Id in OperationId]: Handler<Id, Context> };

export type OperationId = keyof Operations;
`;

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder to fill
 */
export async function writeHandlers(document, target) {
  /** @type {string[]} */
  const members = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods.filter((name) => name in item)) {
      members.push(renderOperation(document, path, method, item));
    }
  }
  await mkdir(target, { recursive: true });
  await writeFile(
    join(target, 'handlers.gen.ts'),
    `${preamble}\nexport interface Operations {\n${members.join('\n')}\n}\n`,
  );
}

/**
 * @param {any} document
 * @param {string} path
 * @param {string} method
 * @param {any} item the path item
 */
function renderOperation(document, path, method, item) {
  const operation = item[method];
  const id = operation.operationId;
  if (!id) throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  const data = `Sdk.${id[0].toUpperCase()}${id.slice(1)}`;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const places = new Set(parameters.map((parameter) => resolve(document, parameter).in));
  /** @param {string} place @param {string} name what the SDK calls the place */
  const typeOf = (place, name) =>
    places.has(place) ? `NonNullable<${data}Data['${name}']>` : 'NoParameters';
  const answers = Object.entries(operation.responses).map(
    ([status, response]) => `      | ${renderAnswer(document, data, status, resolve(document, response))}`,
  );
  return `  /** ${method.toUpperCase()} ${path} */
  ${id}: {
    parameters: {
      path: ${typeOf('path', 'path')};
      query: ${typeOf('query', 'query')};
      header: ${typeOf('header', 'headers')};
    };
    body: ${operation.requestBody ? `${data}Data['body']` : 'undefined'};
    response:
${answers.join('\n')};
  };`;
}

/**
 * @param {any} document
 * @param {string} data the beginning of the operation's type names in the SDK
 * @param {string} status
 * @param {any} response
 */
function renderAnswer(document, data, status, response) {
  if (!/^[1-5]\d\d$/.test(status)) throw new Error(`${data}: response "${status}" is not one status.`);
  const body = renderBody(document, data, status, response);
  return `{ status: ${status}; ${renderHeaders(document, response)}; body${body === 'undefined' ? '?' : ''}: ${body} }`;
}

/** @param {any} document @param {any} response */
function renderHeaders(document, response) {
  const headers = Object.entries(response.headers ?? {})
    .filter(([name]) => !headersOfTheService.includes(name))
    .map(([name, reference]) => ({ name, ...resolve(document, reference) }));
  if (headers.length === 0) return 'headers?: NoHeaders';
  const members = headers.map(
    ({ name, required, schema }) =>
      `'${name}'${required ? '' : '?'}: ${renderValue(resolve(document, schema))}`,
  );
  return `headers${headers.some(({ required }) => required) ? '' : '?'}: { ${members.join('; ')} }`;
}

/** @param {any} schema the schema of a header's value */
function renderValue(schema) {
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => `'${value}'`).join(' | ');
  return schema.type === 'integer' || schema.type === 'number' ? 'number' : 'string';
}

/**
 * Names the body's type in the SDK, which knows the statuses of success and of errors, but none between.
 * @param {any} document
 * @param {string} data
 * @param {string} status
 * @param {any} response
 */
function renderBody(document, data, status, response) {
  const content = response.content ?? {};
  const media = content['application/json'] ?? Object.values(content)[0];
  if (!media) return 'undefined';
  if (/^[13]/.test(status)) throw new Error(`${data}: a body on ${status} has no type in the SDK.`);
  const type = `${data}${status < '300' ? 'Responses' : 'Errors'}[${status}]`;
  return resolve(document, media.schema).type === 'array' ? `Stream<${type}[number]>` : type;
}

/**
 * @param {any} document
 * @param {any} value an object of the document, or a reference to one
 * @returns {any} the object
 */
function resolve(document, value) {
  if (!value?.$ref) return value;
  const steps = value.$ref.replace(/^#\//, '').split('/');
  const found = steps.reduce((/** @type {any} */ at, /** @type {string} */ step) => at?.[step], document);
  if (!found) throw new Error(`${value.$ref} leads nowhere.`);
  return resolve(document, found);
}
