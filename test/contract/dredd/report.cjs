// Writes the outcome of every transaction to a file, which judge-run.ts compares with the specification.
const { writeFileSync } = require('node:fs');
const context = require('./context.cjs');
const { identify } = require('./identify.cjs');

const outcomes = [];

function note(transaction) {
  outcomes.push({ number: identify(transaction)?.number, outcome: outcomeOf(transaction) });
}

/** dredd looks at `fail` after the hooks; there is no test when the request could not be sent. */
function outcomeOf({ fail, test }) {
  if (fail) return 'fail';
  return test?.status ?? 'error';
}

function writeReport() {
  writeFileSync(context.report, JSON.stringify({ outcomes }));
}

module.exports = { note, writeReport };
