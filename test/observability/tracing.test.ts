/** Traces of a real service, as a receiver of OTLP gets them, as a real collector reads them, and as MongoDB sees them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { MongoClient } from 'mongodb';
import {
  createAlice,
  type Service,
  type Settings,
  serve,
  temporaryFolder,
} from '../commands/snippet-store.js';
import { findTool } from '../deploy/find-tool.js';
import { freePort } from '../helpers/free-port.js';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { databaseOf } from '../helpers/stores.js';
import { until } from '../helpers/until.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const STATE = 'vendor=opaque';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
}

/** Takes what the exporter sends (OTLP/HTTP, JSON), when `isOpen`. */
async function startReceiver() {
  const spans: Span[] = [];
  const state = { isOpen: true };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    if (state.isOpen && request.url === '/v1/traces') {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    // 400 is not tried again.
    response.writeHead(state.isOpen ? 200 : 400, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  after(() => server.close().closeAllConnections());
  return { spans, state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function start(endpoint: string, more: Settings = {}): Promise<{ service: Service; key: string }> {
  const settings = { DATA_DIR: await temporaryFolder(), AUTH_SCHEMES: 'token', ...more };
  const key = await createAlice(settings);
  return { key, service: await serve({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) };
}

async function create({ service, key }: { service: Service; key: string }): Promise<void> {
  const { status } = await fetch(`${service.address}/snippets/`, {
    method: 'POST',
    headers: {
      Authorization: `Token ${key}`,
      'Content-Type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
      tracestate: STATE,
    },
    body: JSON.stringify({ code: 'print(1)', language: 'python' }),
  });
  assert.equal(status, 201);
}

/** Everything that waits is sent before the end. */
async function stop(service: Service): Promise<void> {
  service.signal('SIGTERM');
  assert.equal((await service.ended).code, 0, service.written.stderr);
}

describe('traces', () => {
  it('have spans of request, highlighter and store below that of the caller, with the ids of the log', async () => {
    const { spans, url } = await startReceiver();
    const started = await start(url);
    await create(started);
    await stop(started.service);
    const request =
      spans.find(({ name }) => name === 'POST /snippets/') ?? assert.fail(JSON.stringify(spans));
    assert.deepEqual([request.traceId, request.parentSpanId, request.traceState], [TRACE, CALLER, STATE]);
    for (const name of ['highlight', 'insertNext snippets', 'find users']) {
      const span =
        spans.find((one) => one.name === name) ?? assert.fail(`${name} in ${JSON.stringify(spans)}`);
      assert.deepEqual([span.traceId, span.parentSpanId], [TRACE, request.spanId], name);
    }
    assert.match(
      started.service.written.stderr,
      new RegExp(`"trace_id":"${TRACE}","span_id":"${request.spanId}","msg":"answered"`),
    );
  });

  it('go to a collector that is away and comes back: the log tells both once', async () => {
    const { spans, state, url } = await startReceiver();
    state.isOpen = false;
    const started = await start(url);
    const says = (text: string) => started.service.written.stderr.split(text).length - 1;
    await create(started);
    await until('the loss is told', () => says('traces are lost') === 1);
    state.isOpen = true;
    await create(started);
    await until('the end is told', () => says('traces are sent again') === 1);
    assert.ok(spans.some(({ name }) => name === 'POST /snippets/'));
    assert.equal(says('traces are lost'), 1);
    await stop(started.service);
  });

  it('are named in the comments of commands to MongoDB, with the state', {
    skip: skipWithoutMongod,
  }, async () => {
    const { url } = await startReceiver();
    const MONGODB_URL = (await databaseOf('mongodb')) ?? '';
    const client = await MongoClient.connect(MONGODB_URL);
    after(() => client.close());
    const started = await start(url, { MONGODB_URL, SECRET_KEY: 'a secret key that only these tests know' });
    const database = client.db(new URL(MONGODB_URL).pathname.slice(1));
    await database.setProfilingLevel('all');
    await create(started);
    await database.setProfilingLevel('off');
    const comments = await database.collection('system.profile').distinct('command.comment');
    const ours = comments.filter((comment: string) => comment.includes(TRACE));
    assert.ok(ours.length > 0, JSON.stringify(comments));
    for (const comment of ours)
      assert.match(
        comment,
        new RegExp(`^traceparent='00-${TRACE}-[\\da-f]{16}-01',tracestate='vendor%3Dopaque'$`),
      );
    await stop(started.service);
  });

  // Building it takes minutes.
  const collector = findTool('otelcol', true);
  it('are read by the collector of OpenTelemetry', { skip: collector.skip }, async () => {
    const port = await freePort();
    const config = join(await temporaryFolder(), 'collector.yaml');
    await writeFile(config, collectorConfig(port));
    const child = spawn(collector.path, ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.once('close', resolve));
    after(() => child.kill('SIGKILL'));
    let read = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      read += text;
    });
    await until('the collector listens', () => accepts(port));
    const started = await start(`http://127.0.0.1:${port}`);
    await create(started);
    await stop(started.service);
    await until('the request is read', () => /Name +: POST \/snippets\/\n/.test(read));
    child.kill('SIGTERM');
    await ended;
    const [, logged] =
      /"span_id":"([\da-f]{16})","msg":"answered"/.exec(started.service.written.stderr) ?? [];
    const spans = read.split(/^Span #\d+$/m).slice(1);
    const below = spans.filter((span) => new RegExp(`Parent ID +: ${logged}\n`).test(span));
    for (const name of ['highlight', 'insertNext snippets'])
      assert.ok(
        below.some((span) => new RegExp(`Name +: ${name}\n`).test(span)),
        `${name} in ${read}`,
      );
    assert.equal(read.split(`: ${TRACE}\n`).length - 1, spans.length, 'all are of one trace');
  });
});

const collectorConfig = (port: number): string => `
receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } } }
exporters: { debug: { verbosity: detailed } }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [debug] } }
`;

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => resolve(false)).unref();
  });
}
