// Writes the types of the SDK's methods: what each operation takes and gives, with the contract's words.
// @ts-check

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaOf } from './document.mjs';
import { listEdits, listSdkOperations } from './sdk-operation.mjs';

/** @type {Record<string, string | undefined>} */
const plainTypes = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} target the folder of the generated SDK
 */
export async function writeCalls(document, target) {
  const operations = listSdkOperations(document);
  const edits = listEdits(operations);
  await writeFile(
    join(target, 'calls.gen.ts'),
    `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

import type * as Sdk from './types.gen.js';

${operations.map(renderArguments).join('\n')}
${edits.map(renderEditArguments).join('\n')}
/** Every name that a validation error may stand under. */
export type FieldName = ${union(listFields(operations))};

/** What each operation takes, and what it gives when it succeeds. */
export interface Calls {
${operations.map((operation) => renderCall(operation, edits)).join('\n')}
}

/** Operations whose lists are fetched slice by slice. */
export type ListingId = ${union(operations.filter(({ isListing }) => isListing).map(({ id }) => id)) || 'never'};

/** Resources whose members can be changed one by one. */
export interface Edits {
${edits.map(renderEdit).join('\n')}
}
`,
  );
}

/** @param {import('./sdk-operation.mjs').SdkOperation} operation */
function renderArguments(operation) {
  const members = operation.arguments.map((argument) => renderArgument(operation, argument));
  return `/** What \`${operation.id}\` takes. */
export interface ${operation.typeName}Arguments {\n${members.join('')}}\n`;
}

/**
 * Optional members take \`undefined\` too, whatever \`exactOptionalPropertyTypes\` says: programs pass on what they have.
 * @param {import('./sdk-operation.mjs').SdkOperation} operation
 * @param {import('./sdk-operation.mjs').Argument} argument
 */
function renderArgument(
  { typeName },
  { name, place, required, schema, kind, typeName: typeNameOfSchema, description },
) {
  const notes = schema.default === undefined ? [] : [`@default ${JSON.stringify(schema.default)}`];
  // An editor shows the type as it is written here.
  const plain = typeNameOfSchema
    ? `Sdk.${typeNameOfSchema}`
    : schema.enum
      ? union(schema.enum)
      : plainTypes[kind];
  const type = plain ?? `NonNullable<Sdk.${typeName}Data['${place}']>['${name}']`;
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return `${comment('  ', [description ?? schema.description, ...notes])}  ${key}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};\n`;
}

/**
 * @param {import('./sdk-operation.mjs').SdkOperation} operation
 * @param {ReturnType<typeof listEdits>} edits
 */
function renderCall(operation, edits) {
  const { id, typeName, summary, description, responses } = operation;
  const edit = edits.find(({ put }) => put.id === id);
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  const gives = renderGiven(operation, mediaOf(success));
  const maybe = success && operation.isRedirected ? ' | undefined' : '';
  const notes = edit ? `\`${edit.method}\` changes single members instead.` : undefined;
  return `${comment('  ', [summary && `${summary}.`.replace(/([?.!])\.$/, '$1'), description, notes, listErrors(responses)])}  ${id}: {
    takes: ${typeName}Arguments;
    gives: ${gives}${maybe};
  };`;
}

/**
 * What is not JSON comes as text, whatever it says.
 * @param {import('./sdk-operation.mjs').SdkOperation} operation
 * @param {any} media of a successful answer; undefined when it has no body
 */
function renderGiven({ typeName, accept }, media) {
  if (!media) return 'undefined';
  return /^application\/(.+\+)?json$/.test(accept ?? '') ? `Sdk.${typeName}Response` : 'string';
}

/** @param {[string, any][]} responses */
function listErrors(responses) {
  const errors = responses.filter(([status]) => status >= '400').map(([status]) => status);
  return errors.length > 0 ? `@throws an error of the SDK for the status ${errors.join(', ')}` : undefined;
}

/** @param {ReturnType<typeof listEdits>[number]} edit */
function renderEdit({ method, name, get, put }) {
  return `${comment('  ', [
    `Changes single members and leaves the others as they are: reads (\`${get.id}\`), merges, and replaces (\`${put.id}\`) with \`If-Match\`.`,
    'When somebody else changed it in between, it reads and merges again.',
  ])}  ${method}: {
    takes: Edit${name}Arguments;
    gives: Sdk.${put.typeName}Response;
  };`;
}

/** @param {ReturnType<typeof listEdits>[number]} edit */
function renderEditArguments({ method, name, get, put, id, members }) {
  // What is left out stays as it is, whatever its default.
  const optional = members.map((member) =>
    renderArgument(put, { ...member, required: false, schema: { ...member.schema, default: undefined } }),
  );
  return `/** Members that \`${method}\` changes. */
export interface ${name}Change {\n${optional.join('')}}

/** What \`${method}\` takes. */
export interface Edit${name}Arguments extends ${name}Change {
${renderArgument(put, id)}  /** Makes changes out of what was read; \`undefined\` changes nothing. */
  change?: ((before: Sdk.${get.typeName}Response) => ${name}Change | undefined | Promise<${name}Change | undefined>) | undefined;
}
`;
}

/**
 * What can be refused: an unknown value of the path is a 404.
 * @param {import('./sdk-operation.mjs').SdkOperation[]} operations
 */
function listFields(operations) {
  const names = operations
    .filter(({ responses }) => responses.some(isValidationError))
    .flatMap((operation) => [
      ...operation.parameters.filter((one) => one.in !== 'path'),
      ...operation.arguments.filter(({ place }) => place === 'body'),
    ])
    .map(({ name }) => name);
  return ['non_field_errors', ...new Set(names)];
}

/** @param {[string, any]} response */
function isValidationError([status, response]) {
  return status === '400' && mediaOf(response)?.schema?.$ref?.endsWith('/InvalidInput');
}

/** @param {string[]} names */
function union(names) {
  return names.map((name) => `'${name}'`).join(' | ');
}

/** @param {string} indent @param {(string | undefined)[]} paragraphs */
function comment(indent, paragraphs) {
  const text = paragraphs
    .filter((paragraph) => paragraph)
    .map((paragraph) => paragraph?.trim().replaceAll('*/', '*\\/'))
    .join('\n\n');
  if (text === '') return '';
  if (!text.includes('\n')) return `${indent}/** ${text} */\n`;
  const lines = text.split('\n').map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join('\n')}\n${indent} */\n`;
}
