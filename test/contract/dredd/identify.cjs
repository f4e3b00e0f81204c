// Which case of the document a transaction is: operation, body type, status and form of the answer.
const { cases } = require('./context.cjs');

const known = new Map(cases.map((documented) => [keyOf(documented), documented]));

function keyOf({ method, uri, requestType, status, responseType }) {
  return [method, uri, requestType ?? '', status, responseType ?? ''].join(' ');
}

/** By what it is made of when dredd starts; steps change it later, and names repeat. */
const identified = new WeakMap();

/** @returns undefined for a transaction that the document does not have */
function identify(transaction) {
  if (!identified.has(transaction)) {
    const { request, expected } = transaction;
    const key = keyOf({
      method: request.method,
      uri: request.uri.split('?')[0],
      requestType: request.headers['Content-Type'],
      status: expected.statusCode,
      responseType: expected.headers['Content-Type'],
    });
    identified.set(transaction, known.get(key));
  }
  return identified.get(transaction);
}

module.exports = { identify };
