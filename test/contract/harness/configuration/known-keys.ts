/** The keys of schemathesis.toml that this harness heeds, or that cannot matter to it; any other is worth a warning. */
import { asList, asRecord, type Member } from '../document/values.js';

const HEEDED = [
  'seed',
  'base-url',
  'headers',
  'request-timeout',
  'generation',
  'checks',
  'phases',
  'operations',
  'warnings',
];
/** They tune the other tool's engine, cache and output. */
const IMMATERIAL = ['suppress-health-check', 'cache', 'color', 'workers', 'output'];
const GENERATION = ['max-examples', 'database', 'with-security-parameters', 'no-shrink', 'mode'];
const OPERATION = ['enabled', 'checks', 'warnings'];

export function findUnknownKeys(file: Member): string[] {
  return [
    ...unknown(file, '', [...HEEDED, ...IMMATERIAL]),
    ...unknown(asRecord(file.generation), 'generation.', GENERATION),
    ...asList(file.operations).flatMap((rule, index) =>
      unknown(asRecord(rule), `operations[${index}].`, OPERATION).filter(
        (name) => !/\.(include|exclude)-(operation-id|method|path|name|tag)$/.test(name),
      ),
    ),
  ];
}

const unknown = (table: Member, prefix: string, known: readonly string[]) =>
  Object.keys(table)
    .filter((key) => !known.includes(key))
    .map((key) => `${prefix}${key}`);
