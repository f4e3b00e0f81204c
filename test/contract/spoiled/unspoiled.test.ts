/** The harness has nothing against the service itself, behind the proxy that spoils it elsewhere. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isFull } from '../../helpers/full.js';
import { findAll } from '../find.js';
import { type SpoiledService, startSpoiled } from './start-spoiled.js';

/** Per operation; undefined for as many as schemathesis.toml says. */
const maxExamples = isFull ? undefined : 5;
const seeds = isFull ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1];

describe('the harness', () => {
  let service: SpoiledService;
  before(async () => {
    service = await startSpoiled();
  });
  after(() => service.close());

  for (const seed of seeds) {
    it(`finds nothing on the unspoiled server (seed ${seed})`, async (test) => {
      await service.spoil(
        () => ({}),
        async (target) => {
          const { findings, requests, seconds } = await findAll({
            ...target,
            overrides: { seed, maxExamples },
          });
          assert.deepEqual(findings, []);
          test.diagnostic(`${requests} requests, ${seconds.toFixed(1)} s`);
        },
      );
    });
  }
});
