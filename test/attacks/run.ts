/**
 * Repeats attacks that succeeded once, on both stores, and prints what each did in one table. With the folder of a built
 * checkout as its argument it attacks that one too, to show what an attack did there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { type StoreKind, stopMongod } from '../helpers/stores.js';
import { ACCOUNTS } from './accounts.js';
import { type Attack, fill, hangUp, type Outcome, type Side, withTarget } from './attacked.js';
import { CROWDS, USERS } from './crowds.js';
import { HEAD_ATTACKS } from './heads.js';

const ATTACKS = [...CROWDS, ...HEAD_ATTACKS, ...ACCOUNTS].sort((a, b) => a.finding - b.finding);
const CROWDED = { NODE_OPTIONS: '--max-old-space-size=256', HIGHLIGHT_TIMEOUT_MS: '1000' };
/** Pages of fifty, twice. */
const LARGEST = 104;
/** After it an attack has succeeded: the service does not come back. */
const LONGEST_MS = 120_000;

const own = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const [before] = process.argv.slice(2);
const stores: StoreKind[] = skipWithoutMongod ? ['embedded'] : ['embedded', 'mongodb'];
if (skipWithoutMongod) console.log(`MongoDB is left out: ${skipWithoutMongod}`);

const rows: string[] = [];
let failed = 0;
try {
  for (const kind of stores) {
    const past = before === undefined ? undefined : await attackAll({ cli: `${before}/dist/cli.js`, kind });
    const present = await attackAll({ cli: own, kind });
    for (const [i, { finding, what }] of ATTACKS.entries()) {
      const { figures = '', holds = false } = present[i] ?? {};
      if (!holds) failed += 1;
      const cells = [finding, what, kind, ...(past ? [past[i]?.figures] : []), figures, holds ? 'yes' : 'NO'];
      rows.push(`| ${cells.join(' | ')} |`);
    }
  }
} finally {
  await stopMongod();
}
const titles = ['finding', 'attack', 'store', ...(before === undefined ? [] : ['before']), 'now', 'holds'];
console.log([`| ${titles.join(' | ')} |`, `|${titles.map(() => '---|').join('')}`, ...rows].join('\n'));
console.log(`${ATTACKS.length * stores.length - failed} hold, ${failed} do not`);
process.exit(failed === 0 ? 0 : 1);

function attackAll(side: Side): Promise<Outcome[]> {
  return withTarget(side, CROWDED, async (target) => {
    for (const name of USERS) target.addUser(name);
    let service = await target.start();
    await fill(service, 'alice', LARGEST);
    const outcomes: Outcome[] = [];
    for (const attack of ATTACKS) {
      const outcome = await attackOnce(attack, service, side);
      const { finding, what } = attack;
      console.log(
        `${side.cli === own ? 'now' : 'before'}, ${side.kind}, ${finding}, ${what}: ${outcome.figures}`,
      );
      outcomes.push(outcome);
      if (outcome.holds) continue;
      // The next attack meets a service that is well.
      await service.kill();
      service = await target.start();
    }
    return outcomes;
  });
}

async function attackOnce(
  attack: Attack,
  service: Parameters<Attack['run']>[0],
  side: Side,
): Promise<Outcome> {
  const late = sleep(LONGEST_MS, { figures: 'not over after two minutes', holds: false }, { ref: false });
  const run = attack.run(service, side).catch((error: unknown) => ({ figures: String(error), holds: false }));
  const outcome = await Promise.race([run, late]);
  hangUp();
  return service.isGone ? { figures: 'the process has ended', holds: false } : outcome;
}
