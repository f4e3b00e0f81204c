// Says to dredd what the document says of an answer: dredd itself takes every header for required, and the example for
// the schema.
const { bodySchemaOf } = require('./body-schema.cjs');
const { identify } = require('./identify.cjs');

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
