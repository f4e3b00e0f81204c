// Compares the rows of statuses.cjs with the specification, and prints the problems as JSON, before dredd starts.
const context = require('./context.cjs');
const statuses = require('./statuses.cjs');

const FILE = 'test/contract/dredd/statuses.cjs';

/** @returns the problems, each with the file to edit; none when every documented status has its entry and no other has */
function account() {
  const served = new Set(context.cases.map(({ operation }) => operation));
  return [...missing([...served]), ...stale()];
}

function missing(operations) {
  return operations.flatMap((operation) =>
    context.declared[operation]
      .filter((status) => statuses[operation]?.[status] === undefined)
      .map(
        (status) =>
          `${operation} ${status}: ${FILE} has no entry for it: add its steps, or why nobody can get it`,
      ),
  );
}

/** Of openapi.yaml too, which has operations that this deployment does not serve. */
function stale() {
  return Object.entries(statuses).flatMap(([operation, row]) =>
    Object.keys(row)
      .filter((status) => !context.declared[operation]?.includes(status))
      .map((status) => `${operation} ${status}: ${FILE} has an entry, the specification does not: remove it`),
  );
}

process.stdout.write(JSON.stringify(account()));
