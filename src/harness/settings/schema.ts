/** Which settings there are, in schemathesis.toml and on the command line, and which values they have. */
import { Ajv, type ErrorObject } from 'ajv';
import { PHASES } from '../case.js';
import { CHECKS, EXPECTED } from '../checks.js';
import { patternFlaw } from '../document/keywords.js';
import { asRecord, type Member } from '../document/model.js';
import { CannotRun } from '../errors.js';

const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };

const table = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const tableOf = (names: readonly string[], member: object) =>
  Object.fromEntries(names.map((name) => [name, member]));
/** They tune the other tool's engine, cache and output: nothing of them could matter here. */
const immaterial = (...names: readonly string[]) => tableOf(names, {});

const STATUSES = {
  type: 'array',
  items: { type: ['integer', 'string'], minimum: 100, maximum: 599, pattern: '^[1-5][0-9xX][0-9xX]$' },
};
const checks = table({
  enabled: BOOLEAN,
  ...tableOf(CHECKS, table({ enabled: BOOLEAN })),
  ...tableOf(Object.keys(EXPECTED), table({ enabled: BOOLEAN, 'expected-statuses': STATUSES })),
});
const generation = table({
  mode: { enum: ['positive', 'negative', 'all'] },
  'max-examples': { type: 'integer', minimum: 1 },
  deterministic: BOOLEAN,
  'no-shrink': BOOLEAN,
  ...immaterial('database', 'with-security-parameters', 'graphql-allow-null'),
});
const phases = table({ enabled: BOOLEAN, ...tableOf(PHASES, table({ enabled: BOOLEAN })) });
const credentials = table(tableOf(['username', 'password', 'bearer', 'api_key'], TEXT));
const basic = { ...table(tableOf(['username', 'password'], TEXT)), required: ['username', 'password'] };

export const FILTERED = ['operation-id', 'method', 'path', 'name', 'tag'] as const;
export const FILTERS = ['include', 'exclude'].flatMap((kind) =>
  FILTERED.map((subject) => `${kind}-${subject}`),
);
const patterns = FILTERS.map((name) => `${name}-regex`);
const token = {
  ...table({
    ...tableOf(['path', 'method', 'payload_content_type', 'extract_selector'], TEXT),
    payload: { type: 'object', additionalProperties: TEXT },
    extract_from: { enum: ['body', 'header', 'cookie'] },
    retry_on: { type: 'array', items: { type: 'integer' } },
  }),
  required: ['path', 'extract_selector'],
};
const parameters = { type: 'object' };
const operation = table({
  ...tableOf(FILTERS, { type: ['string', 'array'], items: TEXT }),
  ...tableOf(patterns, { type: 'string', format: 'regex' }),
  ...tableOf(['enabled', 'continue-on-failure'], BOOLEAN),
  checks,
  generation,
  parameters,
  auth: table({ basic }),
  ...immaterial('warnings'),
});

const SETTINGS = table({
  // fast-check's seeds are 32 bits wide.
  seed: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  ...tableOf(['base-url', 'rate-limit', 'proxy'], TEXT),
  'tls-verify': { type: ['boolean', 'string'] },
  'max-failures': { type: 'integer', minimum: 1 },
  headers: { type: 'object', additionalProperties: TEXT },
  'request-timeout': { type: 'number', exclusiveMinimum: 0 },
  'continue-on-failure': BOOLEAN,
  generation,
  checks,
  phases,
  parameters,
  auth: table({
    basic,
    openapi: { type: 'object', additionalProperties: credentials },
    dynamic: table({ openapi: { type: 'object', additionalProperties: token } }),
  }),
  operations: { type: 'array', items: operation },
  'no-shrink': BOOLEAN,
  ...immaterial('warnings', 'color', 'workers', 'cache', 'output', 'suppress-health-check'),
});

// The schema is this project's own: to compile the schema of schemas, and to hold it to that, would cost 40 ms a start.
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: { regex: (text) => patternFlaw(text) === undefined },
  meta: false,
  validateSchema: false,
});
const validate = ajv.compile(SETTINGS);

/** @returns the paths of unknown settings: `operations[0].checks.no_such_check` @throws CannotRun for a value that is none */
export function checkSettings(given: Member, nameAt: (path: string) => string): string[] {
  if (validate(given)) return [];
  const errors = validate.errors ?? [];
  const wrong = errors.find(({ keyword }) => keyword !== 'additionalProperties');
  if (wrong) {
    const message = wrong.message?.replace('be integer', 'be a whole number');
    throw new CannotRun(`${nameAt(pathOf(wrong.instancePath))} ${message}${choices(wrong)}.`);
  }
  return errors.map(({ instancePath, params }) =>
    pathOf(`${instancePath}/${String(asRecord(params).additionalProperty)}`),
  );
}

/** An option stands for the last step. */
export const optionAt = (path: string) => `--${path.split('.').at(-1)}`;

function choices({ params }: ErrorObject): string {
  const { allowedValues } = asRecord(params);
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
}

const pathOf = (instancePath: string) =>
  instancePath
    .slice(1)
    .split('/')
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`));
