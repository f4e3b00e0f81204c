/** Compiles schemas of the contract with ajv, which alone decides what is valid. */
import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** Writes defaults into the value. @returns what is wrong with it, empty when it is valid */
export type Validate = (value: unknown) => readonly ErrorObject[];

/** A schema is compiled when the first value is validated: a start would compile dozens that it does not use. */
export type CompileSchema = (schema: object) => Validate;

export function makeSchemaCompiler(): CompileSchema {
  let ajv: Ajv | undefined;
  return (schema) => {
    let validate: ValidateFunction | undefined;
    return (value) => {
      ajv ??= makeAjv();
      validate ??= ajv.compile(lengthsFirst(schema));
      return validate(value) ? [] : (validate.errors ?? []);
    };
  };
}

function makeAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    // OpenAPI's own keywords (`example`, `x-...`) are not part of JSON Schema.
    strictSchema: false,
    strictTypes: false,
    // The linter holds openapi.yaml to the schema of schemas, and a test compiles every schema.
    validateSchema: false,
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  // Refuses unpaired surrogates: a JSON escape can write one, UTF-8 cannot.
  ajv.addFormat('well-formed', (text: string) => text.isWellFormed());
  return ajv;
}

/** ajv tries every keyword, to find all errors: a text that is too long would still meet its pattern. */
function lengthsFirst(schema: object): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    isLimitedText(value) ? lengthFirst(value) : value,
  );
}

interface LimitedText {
  readonly maxLength: number;
  readonly pattern?: string;
  readonly format?: string;
}

function isLimitedText(value: unknown): value is LimitedText {
  if (typeof value !== 'object' || value === null || !('maxLength' in value)) return false;
  return typeof value.maxLength === 'number' && ('pattern' in value || 'format' in value);
}

function lengthFirst({ pattern, format, ...schema }: LimitedText): object {
  const { maxLength } = schema;
  const then = { ...(pattern !== undefined && { pattern }), ...(format !== undefined && { format }) };
  return { ...schema, if: { maxLength }, then };
}
