// Records what a release stores, for the test of upgrades: its records on both stores, and what it answers about them.
//
//     node scripts/record-store.mjs             this release, to test/store/releases/<schema version>/
//     node scripts/record-store.mjs CLI FOLDER  a built release: its dist/cli.js, and where the files go
//
// Run it before a release that changes the schema version.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BSON, MongoClient } from 'mongodb';
import { startMongod } from '../bench/mongod.mjs';
import { freePort, startServer } from '../bench/server-process.mjs';
import { makeWorkingFolder } from '../bench/working-folder.mjs';
import { dumpSql } from './record-store/dump-sql.mjs';
import { SECRET_KEY, storeSamples } from './record-store/store-samples.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [cli = join(ROOT, 'dist/cli.js'), given] = process.argv.slice(2);
const out = given ?? join(ROOT, 'test/store/releases', await ownVersion());
mkdirSync(out, { recursive: true });

const folder = makeWorkingFolder('record');
const mongod = await startMongod(folder);
try {
  const dataDir = join(folder, 'data');
  const answers = await record({ DATA_DIR: dataDir });
  writeFileSync(join(out, 'embedded.sql'), dumpSql(join(dataDir, 'snippet-store.sqlite')));
  writeFileSync(join(out, 'answers.ndjson'), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
  const url = mongod.url('release');
  await record({ MONGODB_URL: url });
  writeFileSync(join(out, 'mongodb.ndjson'), await dumpMongodb(url));
} finally {
  await mongod.stop();
}
console.log(`written to ${out}`);

async function ownVersion() {
  const { schema } = await import('../dist/store/schema/schema.js');
  return String(schema.writes);
}

async function record(store) {
  const env = { SECRET_KEY, AUTH_SCHEMES: 'basic,token', LOG_LEVEL: 'warn', ...store };
  const command = (input, ...args) => {
    const options = { env: { PATH: process.env.PATH, ...env }, input };
    return JSON.parse(execFileSync(process.execPath, [cli, ...args, '--json'], options).toString());
  };
  const port = await freePort();
  const server = {
    args: [cli, 'serve'],
    env: { ...env, PORT: String(port) },
    port,
    path: '/healthz',
    log: join(folder, 'log'),
  };
  return storeSamples(command, () => startServer(server));
}

/** One line for each record: its collection and itself as canonical extended JSON. */
async function dumpMongodb(url) {
  const client = new MongoClient(url);
  const lines = [];
  const names = (await client.db().listCollections().toArray()).map(({ name }) => name).sort();
  for (const collection of names) {
    const records = await client
      .db()
      .collection(collection)
      .find({}, { promoteValues: false })
      .sort({ _id: 1 });
    for await (const record of records) {
      lines.push(BSON.EJSON.stringify({ collection, record }, { relaxed: false }));
    }
  }
  await client.close();
  return `${lines.join('\n')}\n`;
}
