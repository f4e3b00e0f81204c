/** The harness and a service that is not ours: an Express application with a document, errors and credentials of its own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFull } from '../../helpers/full.js';
import { FAULTS, type Fault } from '../fixtures/express/app.js';
import { CONFIGURATION, DOCUMENT, DOCUMENT_3_1, startRoombook, TOKENS } from '../fixtures/express/start.js';
import { bearerCredential } from '../harness/credentials.js';
import { prepareRun } from '../harness/prepare-run.js';
import { describeFinding } from '../harness/reporting/describe-finding.js';
import { scenariosOf } from '../harness/scenarios.js';
import { runHarness } from './run-harness.js';

/** Which check has to say so, and of which operation. */
const EXPECTED: Readonly<Record<Fault, string>> = {
  'the largest room breaks the service': 'not_a_server_error: POST /rooms',
  'a removed room is gone, not missing': 'status_code_conformance: GET /rooms/{roomId}',
  'a page may have any size': 'negative_data_rejection: GET /rooms',
  'a cancelled booking is still shown': 'use_after_free: GET /rooms/{roomId}/bookings/{bookingId}',
  'everybody may remove a room': 'ignored_auth: DELETE /rooms/{roomId}',
};

/** CONTRACT_SEEDS=1,2,3 is the whole. */
const seeds = (process.env.CONTRACT_SEEDS ?? '1').split(',').map(Number);

/** With FULL=1 alone: what shorter tests show, too. */
const full = isFull ? it : () => undefined;

describe('the harness, on a service that is not ours,', () => {
  for (const seed of seeds) {
    for (const [version, document] of Object.entries({ '3.0': DOCUMENT, '3.1': DOCUMENT_3_1 })) {
      const [itIfCorrect, itIfFaulty] = version === '3.0' ? [it, full] : [full, it];

      itIfCorrect(`finds nothing when nothing is wrong (OpenAPI ${version}, seed ${seed})`, async () => {
        assert.deepEqual(await hold({ faults: [], document, seed }), []);
      });

      itIfFaulty(`finds five faults, and nothing else (OpenAPI ${version}, seed ${seed})`, async () => {
        const found = await hold({ faults: FAULTS, document, seed });
        assert.deepEqual(found, Object.values(EXPECTED).sort());
      });
    }
  }

  for (const fault of FAULTS) {
    full(`finds each fault by itself: ${fault}`, async () => {
      const found = await hold({ faults: [fault], document: DOCUMENT, seed: 1 });
      assert.deepEqual(found, [EXPECTED[fault]]);
    });
  }

  full('tells them by its command, and ends with 1', { timeout: 120_000 }, async () => {
    const service = await startRoombook(FAULTS);
    try {
      const { code, output } = await runHarness(
        [`--url=${service.url}/v1`, '--spec', DOCUMENT, '--config', CONFIGURATION, '--seed=2'],
        { env: { ROOMBOOK_TOKEN: TOKENS.ann } },
      );
      const told = [...output.matchAll(/^\w+: [A-Z]+ \/\S*$/gm)].map(([line]) => line);
      // One fault may break several rules of an operation.
      assert.deepEqual([...new Set(told)].sort(), Object.values(EXPECTED).sort());
      assert.match(output, /requests, \d+ findings, .* --seed 2\n/);
      assert.equal(code, 1);
    } finally {
      await service.close();
    }
  });
});

interface Hold {
  faults: readonly Fault[];
  document: string;
  seed: number;
}

/** @returns `check: operation` of the findings; one fault may show by several inputs of an operation */
async function hold({ faults, document, seed }: Hold): Promise<string[]> {
  const service = await startRoombook(faults);
  process.env.ROOMBOOK_TOKEN = TOKENS.ann;
  const run = await prepareRun({
    url: `${service.url}/v1`,
    spec: document,
    config: CONFIGURATION,
    self: undefined,
    other: [bearerCredential(TOKENS.ben)],
    overrides: { seed, maxExamples: isFull ? undefined : 10 },
  });
  try {
    for (const scenario of scenariosOf(run)) await scenario.run();
    const found = new Set(run.findings.map(({ check, operation }) => `${check}: ${operation}`));
    const surplus = run.findings.filter(
      ({ check, operation }) => !Object.values(EXPECTED).includes(`${check}: ${operation}`),
    );
    for (const finding of surplus) console.error(describeFinding(finding));
    return [...found].sort();
  } finally {
    run.close();
    await service.close();
  }
}
