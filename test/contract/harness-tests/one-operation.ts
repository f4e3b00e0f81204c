/** An operation with one body, or with parameters, as the parts that make requests get it. */
import assert from 'node:assert/strict';
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
  readonly version?: '3.0' | '3.1';
}

/** @param wanted.body its schema, or undefined for none */
export function oneOperation({
  body,
  mediaType = 'application/json',
  bodyRequired = true,
  encoding = {},
  parameters = [],
  schemas = {},
  version = '3.1',
}: Wanted): One {
  const source = {
    paths: {
      '/things': {
        post: {
          parameters,
          ...(body === undefined
            ? {}
            : {
                requestBody: { required: bodyRequired, content: { [mediaType]: { schema: body, encoding } } },
              }),
          responses: {},
        },
      },
    },
    components: { schemas },
  };
  const [operation = assert.fail('no operation')] = listOperations(source);
  return { operation, material: { source, validators: makeValidators({ source, version }), seed: 1 } };
}
