/** Tells settings that this harness does not know, which are worth a warning, from values that make no sense. */
import { Ajv, type ErrorObject } from 'ajv';
import { CannotRun } from '../cannot-run.js';
import { asRecord, type Member } from '../document/values.js';
import { SETTINGS } from './settings-schema.js';

// The schema is this project's own: to compile the schema of schemas, and to hold it to that, would cost 40 ms a start.
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: { regex: isRegExp },
  meta: false,
  validateSchema: false,
});
const validate = ajv.compile(SETTINGS);

/**
 * @returns the names of unknown settings: `operations[0].checks.no_such_check`
 * @throws CannotRun naming the setting whose value does not fit
 */
export function checkSettings(file: Member): string[] {
  if (validate(file)) return [];
  const errors = validate.errors ?? [];
  const wrong = errors.find(({ keyword }) => keyword !== 'additionalProperties');
  if (wrong)
    throw new CannotRun(
      `schemathesis.toml: ${nameOf(wrong.instancePath)} ${wrong.message}${choices(wrong)}.`,
    );
  return errors.map(({ instancePath, params }) =>
    nameOf(`${instancePath}/${String(asRecord(params).additionalProperty)}`),
  );
}

function choices({ params }: ErrorObject): string {
  const { allowedValues } = asRecord(params);
  return Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : '';
}

const nameOf = (instancePath: string) =>
  instancePath
    .slice(1)
    .split('/')
    .reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`));

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
