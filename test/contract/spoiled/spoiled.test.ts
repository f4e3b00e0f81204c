/** What the harness is worth: it notices each server that does one thing wrong, by the right name. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findFirst } from '../find.js';
import { SPOILINGS } from './spoilings.js';
import { type SpoiledService, startSpoiled } from './start-spoiled.js';

/** Seconds until the first finding. */
const LIMIT = 30;

/** CONTRACT_SEEDS=1,2,3 is the whole; one seed shows that each is found. */
const seeds = (process.env.CONTRACT_SEEDS ?? '1').split(',').map(Number);

describe('the harness', () => {
  let service: SpoiledService;
  before(async () => {
    service = await startSpoiled();
  });
  after(() => service.close());

  for (const seed of seeds) {
    for (const { name, check, make } of SPOILINGS) {
      it(`names ${check} first: ${name} (seed ${seed})`, async (test) => {
        await service.spoil(make, async (target) => {
          const { first, requests, seconds } = await findFirst({ ...target, overrides: { seed } }, LIMIT);
          assert.equal(first.check, check, `${first.operation}: ${first.message} (${first.about})`);
          test.diagnostic(`${requests} requests, ${seconds.toFixed(1)} s`);
        });
      });
    }
  }
});
