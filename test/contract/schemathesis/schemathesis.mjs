// Holds a freshly started service to its document with the real schemathesis, on the orders in SCHEMES and the store STORE.
// Arguments go to `st run`: `npm run schemathesis -- --seed 7`. See docs/contract-testing.md.

import { compileTests, onEachService } from '../each-service.mjs';
import { runSchemathesis } from './run-schemathesis.mjs';

compileTests();
const { readCredential } = await import('../../../src/harness/dist/credentials.js');
await onEachService({ usual: 'all' }, ({ url, auth }) =>
  runSchemathesis(url, readCredential(auth).value, process.argv.slice(2)),
);
