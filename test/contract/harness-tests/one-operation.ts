/** An operation with one body, or with parameters, as the parts that make requests get it. */
import assert from 'node:assert/strict';
import { dereference } from '../harness/document/dereference.js';
import type { Operation } from '../harness/document/model.js';
import { listOperations } from '../harness/document/operations.js';
import { makeValidators } from '../harness/document/validators.js';
import type { Material } from '../harness/generation/cases.js';

export interface One {
  readonly operation: Operation;
  readonly material: Material;
}

export interface Wanted {
  readonly body?: unknown;
  readonly mediaType?: string;
  readonly bodyRequired?: boolean;
  readonly encoding?: Readonly<Record<string, object>>;
  readonly parameters?: readonly unknown[];
  readonly schemas?: Readonly<Record<string, object>>;
}

/** @param wanted.body its schema, or undefined for none */
export function oneOperation({
  body,
  mediaType = 'application/json',
  bodyRequired = true,
  encoding = {},
  parameters = [],
  schemas = {},
}: Wanted): One {
  const content = { [mediaType]: { schema: body, encoding } };
  const requestBody = body === undefined ? undefined : { required: bodyRequired, content };
  const operation = { parameters, responses: {}, ...(requestBody ? { requestBody } : {}) };
  const source = { paths: { '/things': { post: operation } }, components: { schemas } };
  const { root } = dereference(new Map([['test', source]]), 'test');
  const [found = assert.fail('no operation')] = listOperations(root);
  return { operation: found, material: { validators: makeValidators(), seed: 1 } };
}
