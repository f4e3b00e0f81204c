// What happens around the transactions, in dredd's order. It calls hooks of one parameter, and of two when they are
// asynchronous: no others.
const { writeFileSync } = require('node:fs');
// biome-ignore lint/correctness/noUndeclaredDependencies: dredd provides it.
const hooks = require('hooks');
const context = require('./context.cjs');
const { expectDocumented } = require('./expect.cjs');
const { identify } = require('./identify.cjs');
const { draftOf, writeTo } = require('./request.cjs');
const statuses = require('./statuses.cjs');
const { whileOverloaded } = require('./steps/limits.cjs');

hooks.beforeAll((transactions) => postponeOverload(transactions));

hooks.beforeEach((transaction, done) => {
  prepare(transaction)
    .catch((error) => {
      transaction.fail = `it could not be prepared: ${error.stack}`;
    })
    // Outside of the promise, which would catch what dredd throws later.
    .then(() => setImmediate(done));
});

hooks.beforeEachValidation((transaction) => expectDocumented(transaction));

hooks.afterEach((transaction) => note(transaction));

hooks.afterAll((_transactions) => writeReport());

/** @param transactions the very list that dredd goes through */
function postponeOverload(transactions) {
  transactions.sort((one, other) => overloads(one) - overloads(other));
}

function overloads(transaction) {
  const { operation, status } = identify(transaction) ?? {};
  const steps = statuses[operation]?.[status];
  return Array.isArray(steps) && steps.includes(whileOverloaded) ? 1 : 0;
}

async function prepare(transaction) {
  const documented = identify(transaction);
  if (!documented) throw new Error('the specification has no such case');
  const { operation, status } = documented;
  const steps = statuses[operation]?.[status];
  // A text is the reason why nobody can get the status.
  transaction.skip = !Array.isArray(steps);
  if (transaction.skip) return;
  const draft = draftOf(transaction, documented);
  for (const step of steps) await step(draft);
  await writeTo(transaction, draft);
}

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
