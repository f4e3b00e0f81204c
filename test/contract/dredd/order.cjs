// What overloads the service comes last: the machine is busy with it until the run ends.
const { identify } = require('./identify.cjs');
const statuses = require('./statuses.cjs');
const { whileOverloaded } = require('./steps/limits.cjs');

/** @param transactions the very list that dredd goes through */
function postponeOverload(transactions) {
  transactions.sort((one, other) => overloads(one) - overloads(other));
}

function overloads(transaction) {
  const { operation, status } = identify(transaction) ?? {};
  const steps = statuses[operation]?.[status];
  return Array.isArray(steps) && steps.includes(whileOverloaded) ? 1 : 0;
}

module.exports = { postponeOverload };
