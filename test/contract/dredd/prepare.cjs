// Changes the request of a transaction so that the documented status must come back, or skips a status that nobody can get.
const { identify } = require('./identify.cjs');
const { draftOf, writeTo } = require('./request.cjs');
const statuses = require('./statuses.cjs');

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

module.exports = { prepare };
