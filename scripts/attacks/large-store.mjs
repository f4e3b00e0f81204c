// Finding 5: the list of users over 100,000 snippets.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareService } from '../../bench/service/prepare.mjs';
import { ask, tally } from './ask.mjs';
import { observe } from './observe.mjs';

export async function largeStore(report) {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-attacked-'));
  try {
    const prepared = await prepareService({ store: 'embedded', data: 'large', count: 100_000, folder });
    const { address: url, pid, stop } = await prepared.start();
    try {
      await ask(`${url}/snippets/1/`);
      for (const count of [1, 3]) {
        const { result, ...seen } = await observe({ url, pid }, () =>
          Promise.all(Array.from({ length: count }, () => ask(`${url}/users/`))),
        );
        report('5', `GET /users/ over 100,000 snippets, ${count} at once`, tally(result), seen);
      }
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
