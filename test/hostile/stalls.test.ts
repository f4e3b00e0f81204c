/** No request holds the event loop up: the processor time of the main thread, for the worst inputs there are. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it } from 'node:test';
import { readSpecification } from '#src/contract/read-specification.js';
import { describeOnAnyStore } from '../helpers/stores.js';
import { corpusOf, type Input } from './corpus.js';
import { type HostileService, startHostileService } from './hostile-service.js';
import { mainThreadMs, skipWithoutSchedstat, slowness } from './main-thread-time.js';

/** Milliseconds of the main thread for one request, on the machine of the calibration. */
const LIMIT = 50;
/** Of a page, whatever it shows. */
const PAGE_LIMIT = 20;
/** More for each megabyte of an answer: long ones are made and sent in parts, between which others are served. */
const LIMIT_PER_MB = 25;
/** Inputs that are sent at once and measured as one, where none of them has a body or removes anything. */
const TOGETHER = 8;
/** Of the inputs that have never been slow, the sample has one in so many. */
const SAMPLED = 797;
/** INPUTS=part sends only the inputs whose names contain this part, all of them, to repeat a finding. */
const { INPUTS: wanted } = process.env;
/** Milliseconds until a request counts as lost. */
const LOST = 60_000;

interface Measured {
  readonly name: string;
  readonly ms: number;
  readonly limit: number;
  readonly status: number;
}

describeOnAnyStore('the worst inputs of every operation', (kind) => {
  it(`cost the main thread less than ${LIMIT} ms each, in every scheme`, {
    skip: skipWithoutSchedstat,
  }, async () => {
    // Started by the test: the service ends with what started it.
    const hostile = await startHostileService(kind, 100);
    const slow = slowness();
    const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
    await warmUp(hostile, agent);
    const schemes = new Set<string>();
    const covered = new Set<string>();
    const measured: Measured[] = [];
    let count = 0;
    for (const inputs of inGroups(inputsFor(hostile))) {
      const dressed = inputs.map((input) => dress(input, count++, hostile));
      for (const { input, scheme } of dressed) {
        schemes.add(scheme);
        covered.add(input.operationId);
      }
      if (dressed.length > 1 && (await areCheap(dressed, slow, hostile, agent))) continue;
      for (const one of dressed) measured.push(await minimumOfThree(one, slow, hostile, agent));
    }
    agent.destroy();
    const worst = measured.toSorted((a, b) => b.ms / b.limit - a.ms / a.limit);
    console.log(
      `${kind}: ${count} inputs; machine ${slow.toFixed(1)} times slower than the reference; worst:`,
    );
    for (const { name, ms, limit, status } of worst.slice(0, 8))
      console.log(`  ${ms.toFixed(0)} ms of ${limit.toFixed(0)}, ${status}: ${name}`);
    const late = measured.filter(({ ms, limit }) => ms > limit);
    assert.deepEqual(
      late.map(({ name, ms }) => `${name}: ${ms.toFixed(0)} ms`),
      [],
    );
    if (wanted !== undefined) return;
    assert.equal(schemes.size, 7);
    assert.equal(covered.size, operationCount());
  });
});

function operationCount(): number {
  return new Set([...corpusOf(readSpecification(), () => 1)].map(({ operationId }) => operationId)).size;
}

function* inputsFor({ ids }: HostileService): Generator<Input> {
  let deleted = 0;
  // Deleted records are taken from the other end.
  const recordOf = (operationId: string) =>
    operationId.startsWith('delete') ? (ids.at(-1 - (deleted++ % ids.length)) ?? 1) : (ids[0] ?? 1);
  let index = 0;
  for (const input of corpusOf(readSpecification(), recordOf)) if (isWanted(input, index++)) yield input;
  if (wanted !== undefined) return;
  for (const id of ids.slice(0, 16))
    for (const part of ['', 'highlight/', 'raw/'])
      yield {
        name: `snippet ${id}, ${part}`,
        operationId: 'getSnippet',
        method: 'GET',
        path: `/snippets/${id}/${part}`,
        headers: {},
      };
}

function isWanted({ name, isKnown = false }: Input, index: number): boolean {
  if (wanted !== undefined) return name.includes(wanted);
  return isKnown || index % SAMPLED === 0;
}

/** Inputs that may be measured together come together, the others one by one. */
function* inGroups(inputs: Iterable<Input>): Generator<Input[]> {
  let group: Input[] = [];
  for (const input of inputs) {
    if (input.body || input.method === 'DELETE') {
      yield [input];
      continue;
    }
    group.push(input);
    if (group.length < TOGETHER) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

interface Dressed {
  readonly input: Input;
  readonly scheme: string;
  readonly headers: Record<string, string>;
}

/** The senders take turns, and so do the two forms of an answer. */
function dress(input: Input, index: number, { senders }: HostileService): Dressed {
  const Accept = index % 2 === 0 ? 'text/html' : '*/*';
  if (input.isAlone) return { input, scheme: 'its own', headers: { Accept, ...input.headers } };
  const schemes = Object.entries(senders);
  const [scheme, sender] = schemes[Math.floor(index / 2) % schemes.length] ?? ['nobody', () => ({})];
  return { input, scheme, headers: { Accept, ...sender(input), ...input.headers } };
}

/** @returns whether all of them together cost no more than one page may */
async function areCheap(
  dressed: readonly Dressed[],
  slow: number,
  { service }: HostileService,
  agent: Agent,
): Promise<boolean> {
  const began = mainThreadMs(service.pid);
  await Promise.all(dressed.map(({ input, headers }) => send(service.address, input, headers, agent)));
  return mainThreadMs(service.pid) - began < slow * PAGE_LIMIT;
}

async function minimumOfThree(
  { input, scheme, headers }: Dressed,
  slow: number,
  hostile: HostileService,
  agent: Agent,
): Promise<Measured> {
  let best: Measured | undefined;
  for (let run = 0; run < 3; run++) {
    // A signature is good once.
    const fresh =
      run > 0 && scheme === 'oauth1' ? { ...headers, ...hostile.senders.oauth1?.(input) } : headers;
    const began = mainThreadMs(hostile.service.pid);
    const { status, bytes } = await send(hostile.service.address, input, fresh, agent);
    const ms = mainThreadMs(hostile.service.pid) - began;
    const isPage = input.method === 'GET' && headers.Accept === 'text/html';
    const limit = slow * (isPage ? PAGE_LIMIT : LIMIT + (LIMIT_PER_MB * bytes) / 1e6);
    const name = `${input.name} (by ${scheme}, Accept: ${headers.Accept?.slice(0, 20)})`;
    if (best === undefined || ms < best.ms) best = { name, ms, limit, status };
    if (best.ms <= best.limit) break;
  }
  assert.ok(best);
  return best;
}

async function warmUp(hostile: HostileService, agent: Agent): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const path = ['/', '/snippets/?limit=5', '/users/', '/api-auth/login/', '/docs/'][i % 5] ?? '/';
    const input: Input = { name: 'warm up', operationId: '', method: 'GET', path, headers: {} };
    const { headers } = dress(input, i, hostile);
    await send(hostile.service.address, input, headers, agent);
  }
}

/** @throws when the service gives no answer at all */
function send(
  address: string,
  input: Input,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<{ status: number; bytes: number }> {
  const { name, method, path, body } = input;
  const { hostname, port } = new URL(address);
  const content = body?.();
  const length = content && { 'Content-Length': String(content.length) };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(`${name}: ${error.message}`, { cause: error }));
    const sent = request({
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent,
      timeout: LOST,
    });
    sent.once('timeout', () => sent.destroy(new Error(`no answer after ${LOST} ms`)));
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The service closed a connection that was idle, just as it was taken again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(address, input, headers, agent));
      else fail(error);
    });
    sent.once('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', fail);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
    });
    sent.end(content);
  });
}
