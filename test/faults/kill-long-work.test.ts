/** SIGKILL during an import, a pass that brings forms forward, and the building of the index: nothing is lost. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { openStore, type Store } from '#src/store/index.js';
import { termsOf } from '#src/store/terms.js';
import { launch, results, run, runHere, type Settings, temporaryFolder } from '../commands/snippet-store.js';
import { isFull } from '../helpers/full.js';
import { sourceFiles } from '../helpers/source-files.js';
import { databaseOf, describeOnAnyStore } from '../helpers/stores.js';
import { recordingLog, START, snippet } from '../store/samples.js';
import { OLD, switching } from './made-up-form.js';

const KILLS = 7;
const SNIPPETS = 2000;
const skip = isFull ? false : 'takes minutes: set FULL=1';
const SECRET_KEY = 'a secret key that only tests of this project know';

describeOnAnyStore('a process that is killed', (kind) => {
  async function emptySettings(): Promise<Settings> {
    const [DATA_DIR, url] = [join(await temporaryFolder(), 'data'), await databaseOf(kind)];
    return { DATA_DIR, SECRET_KEY, LOG_LEVEL: 'warn', ...(url && { MONGODB_URL: url }) };
  }

  const open = async ({ DATA_DIR = '', MONGODB_URL }: Settings, options = {}): Promise<Store> => {
    const store = await openStore({ mongodbUrl: MONGODB_URL, dataDir: DATA_DIR }, recordingLog(), options);
    await store.ready;
    return store;
  };

  async function filled(): Promise<Settings> {
    const settings = await emptySettings();
    const store = await open(settings);
    const records = sourceFiles(SNIPPETS, 3000).map(({ code, language }, i) => {
      const record = snippet(i + 1, { code, language, ownerId: null, owner: null });
      return { ...record, terms: termsOf(record) };
    });
    await store.load(store.snippets, records);
    await store.counters.updateOne(
      { _id: 'snippets' },
      { $set: { value: SNIPPETS, created: new Date(START + SNIPPETS) } },
      { upsert: true },
    );
    await store.close();
    return settings;
  }

  /** Of all records, whatever the store. */
  async function sumOf(settings: Settings, file: string): Promise<string> {
    const [exported] = results(await runHere(['export', file, '--json'], settings)) as [{ sha256: string }];
    return exported.sha256;
  }

  async function requireWhole(settings: Settings): Promise<void> {
    const { stdout } = await runHere(['check', '--json'], settings);
    assert.equal(stdout, '{"problems":0}\n');
  }

  /** Kills later each time, within the time that the whole work takes. */
  async function killAgainAndAgain(start: () => { kill(): void; ended: Promise<unknown> }): Promise<number> {
    const began = performance.now();
    await start().ended;
    const whole = performance.now() - began;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const work = start();
      await Promise.race([work.ended, sleep((whole * kill) / (KILLS + 1))]);
      work.kill();
      await work.ended;
    }
    return whole;
  }

  it(`${KILLS} times during an import ends with the records of the file, and nothing else`, {
    skip,
  }, async () => {
    const source = await filled();
    const file = join(await temporaryFolder(), 'store.ndjson');
    const sum = await sumOf(source, file);
    let target = await emptySettings();
    let isFirst = true;
    const whole = await killAgainAndAgain(() => {
      const { signal, ended } = launch(['import', file], target);
      return { kill: () => signal('SIGKILL'), ended: ended.then(next) };
    });
    /** The first import goes through, and shows how long one takes. */
    async function next(): Promise<void> {
      if (isFirst) target = await emptySettings();
      isFirst = false;
    }
    const { code, stderr } = await run(['import', file], target);
    // The last kill may have come after the end.
    assert.ok(code === 0 || /holds (idempotencyKeys|snippets) already/.test(stderr), stderr);
    assert.equal(await sumOf(target, `${file}-2`), sum);
    await requireWhole(target);
    console.log(`${kind}: ${KILLS} kills in imports of ${SNIPPETS} snippets, ${Math.round(whole)} ms each`);
  });

  it(`${KILLS} times while it brings snippets forward leaves each of them whole, and a later pass ends it`, {
    skip,
  }, async () => {
    const settings = await filled();
    const script = fileURLToPath(new URL('./made-up-form.js', import.meta.url));
    let whole = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const child = fork(script, [settings.DATA_DIR ?? '', settings.MONGODB_URL ?? '']);
      await once(child, 'message');
      // Some batches, and then in the middle of one.
      await sleep(150 + Math.random() * 100);
      child.kill('SIGKILL');
      await once(child, 'exit');
      whole += 1;
    }
    const store = await open(settings, { schema: switching });
    const left = await store.snippets.countDocuments({ terms: { $all: [`f:${OLD}`] } });
    const moved = await store.forward.run();
    assert.equal(moved, left);
    const stored = await store.snippets.find({}, { sort: { _id: 1 } }).toArray();
    assert.equal(stored.length, SNIPPETS);
    for (const { _id, title, form, code } of stored) {
      assert.deepEqual([title, form], [`title ${_id}!`, OLD + 1]);
      assert.ok(code.length > 0);
    }
    for await (const { problem } of store.findTermProblems()) assert.fail(problem);
    await store.close();
    console.log(`${kind}: ${whole} kills, ${left} of ${SNIPPETS} snippets were left to bring forward`);
  });

  if (kind === 'embedded')
    it(`${KILLS} times while it builds the index of terms leaves the old one or the new one`, {
      skip,
    }, async () => {
      const settings = await filled();
      const sum = await sumOf(settings, join(await temporaryFolder(), 'before.ndjson'));
      const empty = () => {
        const database = new Database(join(settings.DATA_DIR ?? '', 'snippet-store.sqlite'));
        database.exec(`insert into snippets_terms(snippets_terms) values ('delete-all')`);
        database.close();
      };
      empty();
      const whole = await killAgainAndAgain(() => {
        empty();
        const { signal, ended } = launch(['upgrade'], settings);
        return { kill: () => signal('SIGKILL'), ended };
      });
      assert.equal((await run(['upgrade'], settings)).code, 0);
      await requireWhole(settings);
      assert.equal(await sumOf(settings, join(await temporaryFolder(), 'after.ndjson')), sum);
      console.log(`${kind}: ${KILLS} kills while the index was built, ${Math.round(whole)} ms each`);
    });
});
