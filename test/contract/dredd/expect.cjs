// Says to dredd what the document says of an answer: dredd itself takes every header for required, and the example for
// the schema.
const { schemas } = require('./context.cjs');
const { identify } = require('./identify.cjs');

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

function expectDocumented(transaction) {
  const { expected, real } = transaction;
  const { operation, responseType, headers, schema } = identify(transaction);
  expected.headers = Object.fromEntries(headers.map((name) => [name, '']));
  if (responseType === undefined) {
    expected.body = '';
    return;
  }
  expected.headers['Content-Type'] = responseType;
  // A media type is compared to the letter; its parameters are no matter of the document.
  const type = real.headers['content-type'];
  if (type) real.headers['content-type'] = type.split(';')[0];
  if (responseType === 'application/json') {
    expected.bodySchema = bodySchemaOf(schema);
  } else if (responseType !== 'text/plain' || operation === 'getSecurityTxt') {
    // Text is compared to the letter, too, and no page is its example, nor is a file with a date.
    delete expected.body;
    if (!real.body) transaction.fail = 'the body is empty';
  }
}

module.exports = { expectDocumented };
