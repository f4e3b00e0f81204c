/** A form of a release to come, and a process that brings a store to it: `made-up-form FOLDER [MONGODB_URL]`. */
import { fileURLToPath } from 'node:url';
import { openStore } from '#src/store/index.js';
import { type Schema, schema } from '#src/store/schema/schema.js';
import { recordingLog } from '../store/samples.js';

export const OLD = schema.writes;
const NEW = OLD + 1;

/** A release before knows the form, and the next one writes it. */
export const knowing: Schema = { ...schema, knows: NEW };
/** Titles have a mark at their end. */
export const switching: Schema = {
  ...knowing,
  writes: NEW,
  forms: [{ number: NEW, bringForward: ({ title }) => ({ title: `${title}!` }) }],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [dataDir = '', mongodbUrl] = process.argv.slice(2);
  const settings = { mongodbUrl: mongodbUrl || undefined, dataDir };
  const store = await openStore(settings, recordingLog(), { schema: switching, bringsForward: true });
  await store.ready;
  process.send?.('begun');
  await store.forward.run();
}
