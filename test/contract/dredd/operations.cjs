// Requests that a step sends by itself, from the document's own examples.
const context = require('./context.cjs');

/** @returns a request of the operation with its example, to be changed by the caller */
function exampleOf(operation, service) {
  const { method, path, requestType, example } = context.cases.find((known) => known.operation === operation);
  return {
    service,
    method,
    template: path,
    pathname: path,
    query: new URLSearchParams(),
    headers: {},
    type: requestType,
    fields: { ...example },
    raw: undefined,
  };
}

module.exports = { exampleOf };
