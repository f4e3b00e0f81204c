// A schema of the document as dredd's validator takes it.
const { schemas } = require('./context.cjs');

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/** The validator stops at formats that JSON Schema does not know (`int64`); the other tools judge those. */
const withoutFormats = (schema) =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'format' && typeof value === 'string' ? undefined : value,
    ),
  );

/** What the schema refers to, and what that refers to: the validator goes through all that it is given, each time. */
function referredBy(schema, found = {}) {
  for (const [, name] of JSON.stringify(schema).matchAll(REFERENCE)) {
    if (Object.hasOwn(found, name)) continue;
    found[name] = withoutFormats(schemas[name]);
    referredBy(found[name], found);
  }
  return found;
}

/** @returns the schema with what it refers to; a list may not be empty, which would show nothing of its items */
function bodySchemaOf(schema) {
  const filled = schema.type === 'array' ? { ...schema, minItems: 1 } : schema;
  return { $schema: DRAFT_7, components: { schemas: referredBy(schema) }, allOf: [withoutFormats(filled)] };
}

module.exports = { bodySchemaOf };
