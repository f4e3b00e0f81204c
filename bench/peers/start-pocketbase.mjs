// PocketBase: a REST API over SQLite, in Go, which uses all cores. It answers at most a thousand records at once.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startServer } from '../server-process.mjs';
import { fill } from '../service.mjs';
import { anyOf, inputOf, JSON_TYPE, topicOf } from '../works.mjs';

const SOURCES = fileURLToPath(new URL('pocketbase', import.meta.url));
const RECORDS = '/api/collections/snippets/records';
const SUPERUSER = { identity: 'bench@example.com', password: 'the password of the benchmark' };

/** Builds peers/pocketbase/main.go once, into .cache/; the Go module proxy gives the packages that go.mod names. */
function build() {
  const folder = fileURLToPath(new URL('../../.cache/pocketbase', import.meta.url));
  const program = join(folder, 'pocketbase');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  for (const name of ['main.go', 'go.mod']) copyFileSync(join(SOURCES, name), join(folder, name));
  for (const args of [
    ['mod', 'tidy'],
    ['build', '-o', program, '.'],
  ])
    if (spawnSync('go', args, { cwd: folder, stdio: 'inherit' }).status !== 0)
      throw new Error('Go did not build PocketBase');
  return program;
}

/** @param {{ folder: string, count: number, env: Record<string, string> }} place `env` is what main.go reads */
export async function startPocketbase({ folder, count, env }) {
  const program = build();
  mkdirSync(folder, { recursive: true });
  const { identity, password } = SUPERUSER;
  const dir = join(folder, 'data');
  const made = spawnSync(program, ['superuser', 'upsert', identity, password, '--dir', dir]);
  if (made.status !== 0) throw new Error(`PocketBase: ${made.stderr}`);
  const port = await freePort();
  const args = ['serve', '--http', `127.0.0.1:${port}`, '--dir', dir];
  const log = join(folder, 'log');
  const running = await startServer({ command: program, args, env, log, port, path: '/api/health' });
  await makeCollection(running.address);
  await fill(running.address + RECORDS, count, {}, recordOf);
  const { items } = await (await fetch(`${running.address}${RECORDS}?perPage=${count}`)).json();
  return { running, requests: requestsFor(items.map(({ id }) => id)) };
}

const recordOf = (id) => ({ ...inputOf(id), owner: 'bench' });

async function makeCollection(address) {
  const post = async (path, body, headers) => {
    const options = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body };
    const response = await fetch(address + path, options);
    if (!response.ok) throw new Error(`PocketBase: ${path}: ${await response.text()}`);
    return response.json();
  };
  const login = '/api/collections/_superusers/auth-with-password';
  const { token: Authorization } = await post(login, JSON.stringify(SUPERUSER), {});
  await post('/api/collections', readFileSync(join(SOURCES, 'collection.json'), 'utf8'), { Authorization });
}

function requestsFor(ids) {
  const anyPath = () => `${RECORDS}/${ids[anyOf(ids.length) - 1]}`;
  const holds = (length) => (text) => JSON.parse(text).items.length === length;
  const listOf = (perPage) => ({
    path: `${RECORDS}?perPage=${perPage}&skipTotal=1&sort=created,id`,
    check: holds(perPage),
  });
  const create = { method: 'POST', path: RECORDS, headers: JSON_TYPE, body: JSON.stringify(recordOf(7)) };
  const filter = () => {
    const topic = topicOf(anyOf(100));
    return encodeURIComponent(`(title~'${topic}' || code~'${topic}')`);
  };
  return {
    read: { path: anyPath },
    'list-1000': listOf(ids.length),
    'list-1000-alone': listOf(ids.length),
    slice: listOf(100),
    search: { path: () => `${listOf(100).path}&filter=${filter()}`, check: holds(ids.length / 100) },
    'not-found': { path: '/api/nothing/here', status: 404 },
    denial: { ...create, path: '/api/collections/_superusers/records', body: '{}', status: 403 },
    replace: {
      ...create,
      method: 'PATCH',
      path: anyPath,
      body: () => JSON.stringify(recordOf(anyOf(1_000_000))),
    },
    create,
    'create-alone': create,
  };
}
