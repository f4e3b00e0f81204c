/**
 * Seeded nonsense over raw sockets: the process lives, every answer is declared and comes in 10 seconds, and what is
 * stored in the end is what the answers say. `COUNT=2000 SEED=7 npm run fuzz` sends so many of another seed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { prepareAlice, serve } from '../helpers/service.js';
import { exchange, isDeclared, nonsenseOf } from './nonsense.js';

const [COUNT, SEED] = [Number(process.env.COUNT ?? 20_000), Number(process.env.SEED ?? 1)];
const LATEST_MS = 10_000;
/** Most of them wait for the end of a request that never comes. */
const AT_ONCE = 24;

it(`survives ${COUNT} requests of nonsense, with the seed ${SEED}`, async () => {
  const { settings, token } = await prepareAlice({
    ...{ BASE_URL: 'http://127.0.0.1', AUTH_SCHEMES: 'basic,session,token,oauth1,oauth2' },
    ...{ LOG_LEVEL: 'error', HIGHLIGHT_TIMEOUT_MS: '500' },
  });
  const credentials = [`Token ${token}`, `Basic ${btoa('alice:secret of alice')}`];
  const inputs = fc.sample(nonsenseOf(credentials), { numRuns: COUNT, seed: SEED });
  const service = await serve(settings);
  const countStored = async () => (await (await fetch(`${service.address}/snippets/`)).json()).length;
  const before = await countStored();
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  // Of snippets by the answers, and of answers that never came: nobody can say whether those requests were carried out.
  let [next, stored, uncertain] = [0, 0, 0];

  async function work(): Promise<void> {
    while (next < COUNT && findings.length < 20) {
      const index = next++;
      const nonsense = inputs[index] ?? assert.fail();
      const { statuses: answers, replays, ms } = await exchange(service.address, nonsense, LATEST_MS);
      const told = (problem: string) =>
        findings.push(`input ${index}: ${problem}\n${nonsense.bytes.subarray(0, 300)}`);
      for (const status of answers) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 201) stored += 1;
        if (status === 204) stored -= 1;
        if (!isDeclared(nonsense, status)) told(`undeclared status ${status}`);
      }
      stored -= replays;
      if (answers.length === 0) uncertain += 1;
      if (ms >= LATEST_MS) told(`no answer in ${LATEST_MS} ms`);
      if (nonsense.isWhole && answers.length === 0) told('the connection was closed without an answer');
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const grown = (await countStored()) - before;
  console.log(`${grown} stored; ${[...statuses].sort().map(([status, times]) => `${status}: ${times}`)}`);
  assert.deepEqual(findings, [], service.written.stderr.slice(-500));
  assert.ok(Math.abs(grown - stored) <= uncertain, `${grown} are stored, ${stored} by the answers`);
});
