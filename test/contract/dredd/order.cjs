// What overloads the service comes last: the machine is busy with it until the run ends.
const { identify } = require('./identify.cjs');
const preparations = require('./preparations.cjs');
const { whileOverloaded } = require('./steps/limits.cjs');

/** @param transactions the very list that dredd goes through */
function postponeOverload(transactions) {
  transactions.sort((one, other) => overloads(one) - overloads(other));
}

function overloads(transaction) {
  const { operation, status } = identify(transaction) ?? {};
  return preparations[operation]?.[status]?.includes(whileOverloaded) ? 1 : 0;
}

module.exports = { postponeOverload };
