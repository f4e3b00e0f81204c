// Leaves behind what became of every transaction, for judge-run.ts to compare with the document.
const { writeFileSync } = require('node:fs');
const { account } = require('./account.cjs');
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
  writeFileSync(context.report, JSON.stringify({ problems: account(), outcomes }));
}

module.exports = { note, writeReport };
