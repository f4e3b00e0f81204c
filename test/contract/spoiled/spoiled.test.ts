/** What the harness is worth: it notices each server that does one thing wrong, by the right name, and nothing else. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basicHeader } from '../../helpers/app.js';
import { findFirst } from '../find-first.js';
import { type ContractService, startService } from '../start-service.js';
import { startProxy } from './proxy.js';
import { SPOILINGS } from './spoilings.js';

/** CONTRACT_SEEDS=1,2,3 is the whole; one seed shows that each is found. */
const seeds = (process.env.CONTRACT_SEEDS ?? '1').split(',').map(Number);

describe('the harness', () => {
  let service: ContractService;
  let self: string;
  let other: string;
  before(async () => {
    service = await startService();
    self = basicHeader(service.alice).Authorization ?? '';
    other = basicHeader(service.bob).Authorization ?? '';
  });
  after(() => service.close());

  for (const seed of seeds) {
    for (const { name, check, make } of SPOILINGS) {
      it(`notices ${name} as ${check} (seed ${seed})`, { timeout: 60_000 }, async () => {
        const proxy = await startProxy(service.url, make(self));
        try {
          const found = await findFirst({ url: proxy.url, self, other, overrides: { seed } });
          assert.ok(
            found.some((finding) => finding.check === check),
            `found: ${found.map((finding) => `${finding.check} ${finding.operation} ${finding.message}`).join('; ') || 'nothing'}`,
          );
        } finally {
          await proxy.close();
        }
      });
    }
  }
});
