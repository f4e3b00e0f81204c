// Makes the named members a replica set and gives it the user of the service. Does nothing twice.
//
//     node init-replica-set.mjs mongodb-1:27017 mongodb-2:27017 mongodb-3:27017
//
// The first member has to have the user `root`. The passwords are in SECRETS_DIR, by default /run/secrets.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

const NAME = 'snippets';
const DATABASE = 'snippets';
const NOT_YET_INITIALIZED = 94;
const USER_NOT_FOUND = 11;
const DEADLINE_MS = 120_000;

const hosts = process.argv.slice(2);
const began = Date.now();

await until('the replica set is initiated', initiate);
await until('the user snippet-store is there', makeUser);

/** On the first member alone: before there is a replica set, none can be asked. */
async function initiate() {
  await connect(`mongodb://${hosts[0]}/?directConnection=true`, async (client) => {
    const admin = client.db('admin');
    try {
      await admin.command({ replSetGetStatus: 1 });
    } catch (error) {
      if (error.code !== NOT_YET_INITIALIZED) throw error;
      const members = hosts.map((host, _id) => ({ _id, host }));
      await admin.command({ replSetInitiate: { _id: NAME, members } });
    }
  });
}

/** On the primary. The user may read and write its own database, and nothing else. */
async function makeUser() {
  await connect(`mongodb://${hosts.join()}/?replicaSet=${NAME}&w=majority`, async (client) => {
    const roles = [{ role: 'readWrite', db: DATABASE }];
    const user = { pwd: readSecret('mongodb-password'), roles };
    const database = client.db(DATABASE);
    try {
      await database.command({ updateUser: 'snippet-store', ...user });
    } catch (error) {
      if (error.code !== USER_NOT_FOUND) throw error;
      await database.command({ createUser: 'snippet-store', ...user });
    }
  });
}

async function connect(url, work) {
  const auth = { username: 'root', password: readSecret('mongodb-root-password') };
  const client = new MongoClient(url, { auth, authSource: 'admin', serverSelectionTimeoutMS: 5000 });
  try {
    await work(client);
  } finally {
    await client.close();
  }
}

function readSecret(name) {
  return readFileSync(`${process.env.SECRETS_DIR || '/run/secrets'}/${name}`, 'utf8').trim();
}

/** Members start at the same time as this, and an election takes some seconds. */
async function until(what, work) {
  for (;;) {
    try {
      await work();
      console.log(what);
      return;
    } catch (error) {
      if (Date.now() - began > DEADLINE_MS) throw error;
      console.log(`waiting until ${what}: ${error.message}`);
      await sleep(1000);
    }
  }
}
