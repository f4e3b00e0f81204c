// Writes the tools that agents get: the operations that `x-agent-tool` names, with the contract's words.
// @ts-check
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from './document.mjs';
import { listSdkOperations } from './sdk-operation.mjs';

/** A longer list of choices is named instead: an agent pays for each word of each tool. */
const MOST_CHOICES = 20;

/**
 * @param {any} document the parsed openapi.yaml
 * @param {string} folder
 */
export async function writeTools(document, folder) {
  const marked = Object.values(document.paths).flatMap((item) => methods.map((method) => item[method]));
  const names = new Map(marked.map((operation) => [operation?.operationId, operation?.['x-agent-tool']]));
  const operations = listSdkOperations(document)
    .filter(({ id }) => names.get(id))
    .map((operation) => ({
      name: names.get(operation.id),
      isWrite: operation.method !== 'get',
      description: `${operation.summary}. ${operation.description?.trim().replace(/\s+/g, ' ')}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(usedBy(operation).map((one) => [one.name, describe(document, one)])),
        required: usedBy(operation).flatMap(({ name, required }) => (required ? [name] : [])),
      },
    }));
  const lists = Object.values(document.components.schemas)
    .filter((schema) => schema['x-agent-tool'])
    .map((schema) => ({
      name: schema['x-agent-tool'],
      isWrite: false,
      description: `${schema.description} Each line is its name for other tools, then other names of it.`,
      inputSchema: { type: 'object', properties: {}, required: [] },
    }));
  await writeFile(
    join(folder, 'tools.gen.ts'),
    `// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** What an agent may call (Model Context Protocol). */
export interface Tool {
  name: string;
  /** It creates or replaces something. */
  isWrite: boolean;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
}

export const tools: readonly Tool[] = ${JSON.stringify([...operations, ...lists], null, 2)};
`,
  );
}

/**
 * An agent has no copy of its own that could be good still.
 * @param {import('./sdk-operation.mjs').SdkOperation} operation
 */
function usedBy(operation) {
  return operation.arguments.filter(({ name }) => name !== 'If-None-Match');
}

/** @param {any} document @param {import('./sdk-operation.mjs').Argument} argument */
function describe(document, { schema, kind, typeName, description }) {
  const named = document.components.schemas[typeName ?? ''];
  const choices = schema.enum ?? named?.enum ?? [];
  const list = named?.['x-agent-tool'];
  return {
    type: kind,
    description: `${(description ?? schema.description).trim().replace(/\s+/g, ' ')}${list ? ` A name of ${list}.` : ''}`,
    enum: choices.length > 0 && choices.length <= MOST_CHOICES ? choices : undefined,
    default: schema.default,
    minimum: schema.minimum,
    maximum: schema.maximum,
    maxLength: schema.maxLength,
  };
}
