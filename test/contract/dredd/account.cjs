// Is every documented status prepared or out of reach, and never both?
const context = require('./context.cjs');
const preparations = require('./preparations.cjs');
const unreachable = require('./unreachable.cjs');

/** @returns what is wrong about the status, undefined when nothing is */
function flawOf(operation, status) {
  const isPrepared = preparations[operation]?.[status] !== undefined;
  const isListed = unreachable[operation]?.[status] !== undefined;
  const what = `${operation} ${status}`;
  if (isPrepared && isListed) return `${what}: preparations.cjs prepares it, and unreachable.cjs lists it`;
  if (!isPrepared && !isListed)
    return `${what}: preparations.cjs does not prepare it, and unreachable.cjs does not list it`;
  return undefined;
}

/** @returns what does not add up, over all operations: also those that this deployment does not serve */
function account() {
  const served = new Set(context.cases.map(({ operation }) => operation));
  const flaws = [...served].flatMap((operation) =>
    context.declared[operation].flatMap((status) => flawOf(operation, status) ?? []),
  );
  return [...flaws, ...staleIn('preparations.cjs', preparations), ...staleIn('unreachable.cjs', unreachable)];
}

function staleIn(file, table) {
  return Object.entries(table).flatMap(([operation, row]) =>
    Object.keys(row)
      .filter((status) => !context.declared[operation]?.includes(status))
      .map((status) => `${operation} ${status}: ${file} has it, the document does not`),
  );
}

module.exports = { account, flawOf };
