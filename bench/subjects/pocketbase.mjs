// PocketBase: a REST API over SQLite, in Go, which uses all cores. It stores without highlighting and answers at most a
// thousand records at once.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { firstInput, inputOf, topicOf, variation } from '../contents.mjs';
import { freshCopy } from '../fresh-copy.mjs';
import { installPocketbase } from '../peers/pocketbase/install.mjs';
import { freePort, startServer } from '../server-process.mjs';

const RECORDS = '/api/collections/snippets/records';
const SUPERUSER = { identity: 'bench@example.com', password: 'the password of the benchmark' };
const COLLECTION = new URL('../peers/pocketbase/collection.json', import.meta.url);

const idOf = (id) => String(id).padStart(15, '0');
const anyOf = (count) => 1 + Math.floor(Math.random() * count);

export const pocketbase = {
  key: 'pocketbase',
  name: 'PocketBase 0.30',
  stores: ['embedded'],
  install: installPocketbase,
  works: [
    ...['read', 'list-1000', 'list-1000-alone', 'not-found', 'denial', 'read-100kb', 'replace', 'create'],
    ...['create-alone', 'slice', 'search'],
  ],
  async prepare({ data, count, folder }) {
    const program = installPocketbase();
    const prepared = join(folder, `pocketbase-${data}`);
    const log = join(folder, 'pocketbase.log');
    const start = async (dir) => {
      const port = await freePort();
      const args = ['serve', '--http', `127.0.0.1:${port}`, '--dir', dir, '--automigrate=false'];
      return startServer({ command: program, args, env: {}, log, port, path: '/api/health' });
    };
    const { identity, password } = SUPERUSER;
    execFileSync(program, ['superuser', 'upsert', identity, password, '--dir', prepared], {
      stdio: 'ignore',
    });
    const first = await start(prepared);
    await makeCollection(first.address).finally(() => first.stop());
    load(prepared, data, count);
    return {
      requests: requestsFor(count),
      start: () => start(data === 'large' ? prepared : freshCopy(prepared)),
    };
  },
};

async function makeCollection(address) {
  const post = async (path, body, headers) => {
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body };
    const response = await fetch(address + path, options);
    if (!response.ok) throw new Error(`PocketBase: ${path}: ${await response.text()}`);
    return response.json();
  };
  const login = '/api/collections/_superusers/auth-with-password';
  const { token } = await post(login, JSON.stringify(SUPERUSER), {});
  await post('/api/collections', readFileSync(COLLECTION, 'utf8'), { Authorization: token });
}

function load(folder, data, count) {
  const database = new Database(join(folder, 'data.db'));
  const insert = database.prepare(
    'insert into snippets (id, created, owner, title, code, linenos, language, style) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  database.exec('begin');
  for (let id = 1; id <= count; id += 1) {
    const varied = variation(id);
    const { title, code, language, style } = data === 'one' ? firstInput(data) : inputOf(varied);
    const created = varied.created.toISOString().replace('T', ' ');
    insert.run([idOf(id), created, varied.owner, title, code, 0, language, style]);
  }
  database.exec('commit');
  database.close();
}

function requestsFor(count) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ...inputOf(variation(7)), owner: 'bench' });
  const anyBody = () => JSON.stringify({ ...inputOf(variation(anyOf(1_000_000))), owner: 'bench' });
  const holds = (length) => (text) => JSON.parse(text).items.length === length;
  const list = (perPage) => ({
    path: `${RECORDS}?perPage=${perPage}&skipTotal=1&sort=created,id`,
    check: holds(perPage),
  });
  const create = { method: 'POST', path: RECORDS, headers, body };
  const filter = () => {
    const topic = topicOf(anyOf(100));
    return encodeURIComponent(`(title~'${topic}' || code~'${topic}')`);
  };
  return {
    read: { path: () => `${RECORDS}/${idOf(anyOf(count))}` },
    'list-1000': list(1000),
    'list-1000-alone': list(1000),
    'not-found': { path: '/api/nothing/here', status: 404 },
    denial: {
      method: 'POST',
      path: '/api/collections/_superusers/records',
      headers,
      body: '{}',
      status: 403,
    },
    'read-100kb': { path: `${RECORDS}/${idOf(1)}`, check: (text) => text.length > 90_000 },
    replace: { method: 'PATCH', path: () => `${RECORDS}/${idOf(anyOf(count))}`, headers, body: anyBody },
    create,
    'create-alone': create,
    slice: list(100),
    search: {
      path: () => `${RECORDS}?perPage=100&skipTotal=1&sort=created,id&filter=${filter()}`,
      check: holds(100),
    },
  };
}
