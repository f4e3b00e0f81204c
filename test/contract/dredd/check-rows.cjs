// Prints the problems of statuses.cjs as JSON: run-dredd.ts asks before it starts dredd.
const { account } = require('./account.cjs');

process.stdout.write(JSON.stringify(account()));
