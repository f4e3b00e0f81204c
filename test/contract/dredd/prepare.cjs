// Makes a transaction's request such that the documented status is what has to come back, or skips what is out of reach.
const { flawOf } = require('./account.cjs');
const { identify } = require('./identify.cjs');
const preparations = require('./preparations.cjs');
const { draftOf, writeTo } = require('./request.cjs');

async function prepare(transaction) {
  const documented = identify(transaction);
  if (!documented) throw new Error('the document has no such case');
  const { operation, status } = documented;
  const flaw = flawOf(operation, status);
  if (flaw) throw new Error(flaw);
  const steps = preparations[operation]?.[status];
  transaction.skip = steps === undefined;
  if (!steps) return;
  const draft = draftOf(transaction, documented);
  for (const step of steps) await step(draft);
  await writeTo(transaction, draft);
}

module.exports = { prepare };
