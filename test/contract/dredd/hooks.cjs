// What happens around the transactions, in dredd's order. It calls hooks of one parameter, and of two when they are
// asynchronous: no others.
// biome-ignore lint/correctness/noUndeclaredDependencies: dredd provides it.
const hooks = require('hooks');
const { expectDocumented } = require('./expect.cjs');
const { postponeOverload } = require('./order.cjs');
const { prepare } = require('./prepare.cjs');
const { note, writeReport } = require('./report.cjs');

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
