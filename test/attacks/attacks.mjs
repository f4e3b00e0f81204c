// Compiles the service and the tests, and runs the attacks: `npm run attacks`, or `npm run attacks -- FOLDER`.
import { transpileTests } from '../../scripts/transpile.mjs';

transpileTests();
await import('../../dist-test/attacks/run.js');
