/** A process that stores snippets and prints the id of each once it is acknowledged: `writer FOLDER COUNT`. */
import { openStore } from '#src/store/index.js';
import { newSnippet, recordingLog } from './samples.js';

const [dataDir = '', count = '0'] = process.argv.slice(2);
const store = await openStore({ mongodbUrl: undefined, dataDir }, recordingLog());
for (let i = 0; i < Number(count); i += 1) {
  const code = `${process.pid} ${i} ${'x'.repeat(1000)}`;
  const id = await store.insertNext(store.snippets, newSnippet({ code }));
  await store.meta.updateOne({ _id: `writer ${process.pid}` }, { $set: { value: i + 1 } }, { upsert: true });
  process.stdout.write(`${id}\n`);
}
await store.close();
