/** A sample of the corpus, and with FULL=1 all faults of the service on Fastify: `npm run contract:corpus` meets them all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hunt } from '../corpus/hunt.js';
import { CORPUS } from '../corpus/services.js';

const SAMPLE = ['stored_data_conformance', 'pagination_conformance', 'conditional_request_conformance'];

describe('the harness, on the library on Fastify,', () => {
  const library = CORPUS.find(({ name }) => name === 'Fastify') ?? assert.fail();
  const faults = library.faults.filter(({ check }) => process.env.FULL === '1' || SAMPLE.includes(check));

  it('finds nothing when nothing is wrong', { timeout: 300_000 }, async () => {
    const { findings } = await hunt(library, undefined, 1);
    assert.deepEqual(
      findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`),
      [],
    );
  });

  for (const { name, check } of faults) {
    it(`finds by ${check} that ${name}`, { timeout: 300_000 }, async () => {
      const { findings } = await hunt(library, name, 1);
      assert.ok(findings.some((finding) => finding.check === check));
    });
  }
});
