/**
 * The harness finds each fault of the corpus by the right check, and nothing on a correct service. `npm test` takes a
 * sample, FULL=1 every fault, CONTRACT_SEEDS=1,2,3 several seeds.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { isFull } from '../../helpers/full.js';
import { hunt } from './hunt.js';
import { CORPUS } from './services.js';
import { SNIPPET_STORE } from './snippet-store/service.js';

const SAMPLE = [
  'PUT ignores tags',
  'the last book of a slice comes again',
  'If-Match is not read',
  'a cancelled booking is still shown',
  'everybody may remove a room',
  'labels end at the first zero byte',
];
/** These need nothing that is not installed; `npm run contract -- --corpus` runs the harness on all. */
const AT_HAND = ['Snippet Store', 'Express', 'Fastify', 'Depot'];
/** Whose correct run takes its time; on this service .ci/run has the packed harness do the same. */
const LONG = ['Depot', 'Snippet Store'];

const seeds = (process.env.CONTRACT_SEEDS ?? '1').split(',').map(Number);
/** Random requests are most of a run, and find few of the faults. */
const options = isFull ? [] : ['--max-examples', '5'];
const timeout = 300_000;

for (const service of CORPUS.filter(({ name }) => AT_HAND.includes(name))) {
  describe(`the harness, on ${service.name},`, () => {
    after(() => service.stop?.());

    it('has faults of different names to find', () => {
      assert.equal(new Set(service.faults.map(({ name }) => name)).size, service.faults.length);
    });

    for (const seed of seeds) {
      const skip = !isFull && LONG.includes(service.name) ? 'FULL=1' : false;
      it(`finds nothing when nothing is wrong (seed ${seed})`, { timeout, skip }, async () => {
        const findings = await hunt(service, { seed, options });
        const told = findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
        assert.deepEqual(told, []);
      });

      for (const { name, check } of service.faults.filter((fault) => isFull || SAMPLE.includes(fault.name))) {
        it(`finds by ${check}: ${name} (seed ${seed})`, { timeout }, async () => {
          const checks = (await hunt(service, { seed, fault: name, options })).map(
            (finding) => finding.check,
          );
          assert.ok(checks.includes(check), `found by ${checks.join(', ') || 'nothing'}`);
          // Its faults change one answer each: nothing else may be reported before.
          if (service === SNIPPET_STORE) assert.equal(checks[0], check);
        });
      }
    }
  });
}
