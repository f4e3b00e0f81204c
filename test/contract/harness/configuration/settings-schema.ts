/** The settings of schemathesis.toml that this harness heeds, as a JSON Schema: what it does not know does nothing here. */
import { CHECKS } from '../checks/check.js';

const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };
/** It tunes the other tool's engine, cache and output: nothing of it could matter here. */
const IMMATERIAL = {};

const table = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const tableOf = (member: object) => ({ type: 'object', additionalProperties: member });

/** These compare the status with a list; the others have none. */
const WITH_STATUSES: readonly string[] = [
  'not_a_server_error',
  'negative_data_rejection',
  'positive_data_acceptance',
  'missing_required_header',
];
const STATUSES = {
  type: 'array',
  items: { type: ['integer', 'string'], minimum: 100, maximum: 599, pattern: '^[1-5][0-9xX][0-9xX]$' },
};

const checks = table({
  enabled: BOOLEAN,
  ...Object.fromEntries(
    CHECKS.map((name) => [
      name,
      table({ enabled: BOOLEAN, ...(WITH_STATUSES.includes(name) ? { 'expected-statuses': STATUSES } : {}) }),
    ]),
  ),
});

const generation = table({
  mode: { enum: ['positive', 'negative', 'all'] },
  'max-examples': { type: 'integer', minimum: 1 },
  'no-shrink': BOOLEAN,
  deterministic: BOOLEAN,
  database: IMMATERIAL,
  'with-security-parameters': IMMATERIAL,
  'graphql-allow-null': IMMATERIAL,
});

const phase = table({ enabled: BOOLEAN });
const phases = table({ enabled: BOOLEAN, examples: phase, coverage: phase, fuzzing: phase, stateful: phase });

const credentials = table({ username: TEXT, password: TEXT, bearer: TEXT, api_key: TEXT });
const auth = table({
  basic: { ...table({ username: TEXT, password: TEXT }), required: ['username', 'password'] },
  openapi: tableOf(credentials),
});

export const FILTERED = ['operation-id', 'method', 'path', 'name', 'tag'] as const;
const names = { type: ['string', 'array'], items: TEXT };
const filters = Object.fromEntries(
  ['include', 'exclude'].flatMap((kind) =>
    FILTERED.flatMap((subject) => [
      [`${kind}-${subject}`, names],
      [`${kind}-${subject}-regex`, { type: 'string', format: 'regex' }],
    ]),
  ),
);

export const SETTINGS = table({
  // fast-check's seeds are 32 bits wide.
  seed: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  'base-url': TEXT,
  headers: tableOf(TEXT),
  'request-timeout': { type: 'number', exclusiveMinimum: 0 },
  'continue-on-failure': BOOLEAN,
  'rate-limit': TEXT,
  generation,
  checks,
  phases,
  auth,
  operations: {
    type: 'array',
    items: table({
      ...filters,
      enabled: BOOLEAN,
      checks,
      generation,
      'continue-on-failure': BOOLEAN,
      warnings: IMMATERIAL,
    }),
  },
  warnings: IMMATERIAL,
  color: IMMATERIAL,
  workers: IMMATERIAL,
  cache: IMMATERIAL,
  output: IMMATERIAL,
  'suppress-health-check': IMMATERIAL,
});
