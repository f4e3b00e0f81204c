// Measures the service against a peer on the same MongoDB: `npm run bench`, about five minutes.
//
//     npm run bench -- --seconds 3 --rounds 1 --only read
//
// Servers, MongoDB and autocannon share the machine; the servers take turns, so that its moods meet both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { MongoClient } from 'mongodb';
import { code, documents } from './contents.mjs';
import { makeServers } from './servers.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    warmup: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
});

const SNIPPETS = 1000;
const CASES = [
  {
    name: 'read one snippet',
    connections: 64,
    atLeast: 0.8,
    path: '/snippets/500/',
    method: 'GET',
    anyId: true,
  },
  { name: `list of ${SNIPPETS}`, connections: 16, atLeast: 0.9, path: '/snippets/', method: 'GET' },
  {
    name: 'create, highlighted',
    connections: 16,
    atLeast: 0.7,
    path: '/snippets/',
    method: 'POST',
    body: JSON.stringify({ title: 'Primes', code: code(0), language: 'python', style: 'github' }),
  },
].filter(({ name }) => name.includes(options.only));

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' });
// Compiled just now: the same real replica set of one that the tests use.
const { startMongod } = await import('../dist-test/helpers/mongod.js');

const folder = mkdtempSync(join(tmpdir(), 'snippet-store-bench-'));
const mongod = await startMongod();
const url = mongod.freshUrl();
const client = new MongoClient(url);
const snippets = client.db().collection('snippets');
try {
  const { ours, peer } = makeServers(url, folder);
  await snippets.insertMany(documents(SNIPPETS));
  await client.db().collection('counters').insertOne({ _id: 'snippets', value: SNIPPETS });
  await sameAnswers(ours, peer);

  const results = new Map(CASES.map(({ name }) => [name, { ours: [], peer: [] }]));
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    for (const [who, server] of Object.entries({ ours, peer })) {
      const running = await server.start();
      for (const one of CASES) {
        await fire(running, server, one, Number(options.warmup));
        const result = await fire(running, server, one, Number(options.seconds));
        results.get(one.name)[who].push(result);
        console.error(
          `round ${round}  ${server.name.padEnd(17)} ${one.name.padEnd(20)} ${result.rate.toFixed(0)}/s`,
        );
        await snippets.deleteMany({ _id: { $gt: SNIPPETS } });
      }
      await running.stop();
    }
  }
  report(results, { ours, peer });
} finally {
  await client.close();
  await mongod.stop();
  rmSync(folder, { recursive: true });
}

/** What is compared has to be the same work: the answers are held against each other first. */
async function sameAnswers(...servers) {
  const answers = [];
  for (const server of servers) {
    const running = await server.start();
    const bodies = [];
    for (const { path, method, body } of CASES) {
      const response = await fetch(running.address + path, {
        method,
        body,
        headers: headersFor(method, server.headers),
      });
      assert.ok(response.ok, `${server.name}: ${method} ${path} is ${response.status}`);
      const answer = await response.json();
      bodies.push(method === 'POST' ? { ...answer, id: 0 } : answer);
    }
    answers.push(bodies);
    await running.stop();
    await snippets.deleteMany({ _id: { $gt: SNIPPETS } });
  }
  assert.deepEqual(answers[0], answers[1]);
}

function anyPath() {
  return `/snippets/${1 + Math.floor(Math.random() * SNIPPETS)}/`;
}

/** Everybody may read; who writes is authenticated. */
function headersFor(method, credentials) {
  return method === 'GET' ? {} : { ...credentials, 'Content-Type': 'application/json' };
}

/** @returns answers a second, and the server's own milliseconds of a core for each */
async function fire(running, server, { path, method, connections, body, anyId }, seconds) {
  const before = running.cpuMs();
  const result = await autocannon({
    url: running.address + path,
    method,
    body,
    headers: headersFor(method, server.headers),
    connections,
    duration: seconds,
    // Each request another snippet: look-ups that are shared must not shrink to one document.
    ...(anyId && { requests: [{ setupRequest: (request) => ({ ...request, path: anyPath() }) }] }),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${method} ${path}: ${failed} requests failed`);
  return { rate: result['2xx'] / result.duration, cpu: (running.cpuMs() - before) / result['2xx'] };
}

function report(results, { ours, peer }) {
  const machine = `${cpus().length} × ${cpus()[0].model}, Node ${process.version}`;
  console.log(`\n${machine}; requests a second, and ms of a core a request; medians of ${options.rounds}\n`);
  console.log(`| | connections | ${ours.name} | ${peer.name} | ratio | at least | ms | ms |`);
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { name, connections, atLeast } of CASES) {
    const mine = medians(results.get(name).ours);
    const theirs = medians(results.get(name).peer);
    const ratio = mine.rate / theirs.rate;
    const cells = [
      name,
      connections,
      mine.rate.toFixed(0),
      theirs.rate.toFixed(0),
      ratio.toFixed(2),
      atLeast,
    ];
    console.log(`| ${[...cells, mine.cpu.toFixed(2), theirs.cpu.toFixed(2)].join(' | ')} |`);
    if (ratio < atLeast) process.exitCode = 1;
  }
}

function medians(results) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return { rate: median(results.map(({ rate }) => rate)), cpu: median(results.map(({ cpu }) => cpu)) };
}
