// Writes the signature of every operation's handler: what it is given, and exactly the answers that it may give.
// @ts-check

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ContractError } from './contract-error.mjs';
import { listOperations, mediaOf, resolve } from './document.mjs';

/** Headers that the service sets on every answer by itself: no handler names them. */
const headersOfTheService = ['Allow', 'Cache-Control'];

const preamble = `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from '../sdk/types.gen.js';

type NoParameters = Record<never, never>;
type NoHeaders = Record<string, never>;

/** The body of a list: an array, or its items batch by batch. */
export type Stream<Item> = readonly Item[] | AsyncIterable<readonly Item[]>;

/** A text, or what makes it: it is not called when the client's copy is up to date (304). */
export type Text = string | (() => string);

/** A body after validation, which fills in what was left out and has a default. */
type WithDefaults<Body, Name extends keyof Body> = Body & Required<Pick<Body, Name>>;

/** What a handler is given, after parsing and validation: always the JSON shape, also when a form was sent. */
export type HandlerRequest<Id extends OperationId> = Pick<Operations[Id], 'parameters' | 'body'>;

/** Everything that a handler may answer: the statuses below 400 that openapi.yaml declares. To refuse, it throws. */
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
  const members = listOperations(document).map((operation) => renderOperation(document, operation));
  await mkdir(target, { recursive: true });
  await writeFile(
    join(target, 'handlers.gen.ts'),
    `${preamble}\nexport interface Operations {\n${members.join('\n')}\n}\n`,
  );
}

/** @param {any} document @param {import('./document.mjs').Operation} operation */
function renderOperation(document, { id, typeName, path, method, parameters, requestBody, responses }) {
  const places = new Set(parameters.map((parameter) => parameter.in));
  /** @param {string} place @param {string} name what the SDK calls the place */
  const typeOf = (place, name) =>
    places.has(place) ? `NonNullable<Sdk.${typeName}Data['${name}']>` : 'NoParameters';
  const answers = responses
    .filter(([status]) => status < '400')
    .map(([status, response]) => `      | ${renderAnswer(document, typeName, status, response)}`);
  return `  /** ${method.toUpperCase()} ${path} */
  ${id}: {
    parameters: {
      path: ${typeOf('path', 'path')};
      query: ${typeOf('query', 'query')};
      header: ${typeOf('header', 'headers')};
    };
    body: ${renderRequestBody(document, typeName, requestBody)};
    response:
${answers.join('\n')};
  };`;
}

/** @param {any} document @param {string} typeName @param {any} requestBody */
function renderRequestBody(document, typeName, requestBody) {
  if (!requestBody) return 'undefined';
  const { properties = {} } = resolve(document, mediaOf(requestBody).schema);
  const filled = Object.keys(properties).filter(
    (name) => resolve(document, properties[name]).default !== undefined,
  );
  const type = `Sdk.${typeName}Data['body']`;
  return filled.length > 0 ? `WithDefaults<${type}, ${filled.map((name) => `'${name}'`).join(' | ')}>` : type;
}

/**
 * Flat instead of composed from generic types: the compiler then names the member that is missing or too much.
 * @param {any} document
 * @param {string} typeName
 * @param {string} status
 * @param {any} response
 */
function renderAnswer(document, typeName, status, response) {
  const body = renderBody(document, typeName, status, response);
  return `{ status: ${status}; ${renderHeaders(document, response)}; ${body} }`;
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
 * Names the body's type in the SDK, which knows the statuses of success.
 * @param {any} document
 * @param {string} typeName
 * @param {string} status
 * @param {any} response
 */
function renderBody(document, typeName, status, response) {
  const media = mediaOf(response);
  if (!media) return 'body?: undefined';
  if (!status.startsWith('2'))
    throw new ContractError(`${typeName}: a body on ${status} has no type in the SDK.`);
  const type = `Sdk.${typeName}Responses[${status}]`;
  const schema = resolve(document, media.schema);
  if (schema.type === 'array') return `body: Stream<${type}[number]>`;
  return `body: ${schema.type === 'string' ? 'Text' : type}`;
}
