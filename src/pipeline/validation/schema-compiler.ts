/** Compiles schemas of the effective specification with ajv, which alone decides what is valid. */
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Schema, Specification } from '../../contract/specification.js';

export type CompileSchema = (schema: Schema) => ValidateFunction;

/** @returns a compiler for schemas that may refer to `#/components`; validating writes defaults into the value */
export function makeSchemaCompiler(specification: Specification): CompileSchema {
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    // OpenAPI's own keywords (`example`, `x-...`) are not part of JSON Schema.
    strictSchema: false,
    strictTypes: false,
  });
  // ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  // Refuses unpaired surrogates: a JSON escape can write one, UTF-8 cannot.
  ajv.addFormat('well-formed', (text: string) => text.isWellFormed());
  ajv.addSchema({ components: specification.components } as AnySchemaObject, 'openapi');
  return (schema) => ajv.compile(absolute(schema));
}

/** `#/components/...` is relative to the specification, which ajv knows as `openapi`. */
function absolute(schema: Schema): AnySchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#/') ? `openapi${value}` : value,
  );
}
