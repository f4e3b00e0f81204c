/** Very many snippets of a kilobyte each, put into a store faster than one by one. */
import { openStore } from '#src/store/index.js';
import type { Settings } from '../helpers/service.js';
import { recordingLog, START, snippet } from '../store/samples.js';

const CODE = `print("a kilobyte of code")\n${'# and of what is said about it\n'.repeat(32)}`;
const BATCH = 1000;

/** In place of what is there: ids from 1 to `count`, in the order of their creation; the counter stands behind them. */
export async function storeMany(count: number, settings: Settings): Promise<void> {
  const { MONGODB_URL, DATA_DIR = '' } = settings;
  const store = await openStore({ mongodbUrl: MONGODB_URL, dataDir: DATA_DIR }, recordingLog());
  await store.ready;
  await store.snippets.deleteMany({});
  // Their owner, where nobody has that id.
  if ((await store.users.findOne({ _id: 1 })) === null)
    await store.insertNext(store.users, { username: 'ada', password: '', active: true, logins: 1 });
  for (let from = 1; from <= count; from += BATCH) {
    const records = Array.from({ length: Math.min(BATCH, count - from + 1) }, (_, i) => {
      const id = from + i;
      return snippet(id, { code: CODE, created: new Date(START + id), terms: ['many', 'f:4'] });
    });
    await store.insertMany(store.snippets, records);
  }
  await store.counters.updateOne(
    { _id: 'snippets' },
    { $set: { value: count, created: new Date(START + count) } },
    { upsert: true },
  );
  await store.close();
}
