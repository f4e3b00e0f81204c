/** METRICS_PORT: the metrics and nothing else, for everybody who asks, however often. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Gauge, Registry } from 'prom-client';
import { serveMetrics } from '#src/server/serve-metrics.js';
import { startApp } from '../helpers/app.js';
import { sendRaw } from '../helpers/send.js';
import { freePort } from '../helpers/service.js';

/** @param collect is called for each scrape */
async function serveGauge(t: TestContext, help: string, collect: () => void | Promise<void>) {
  const metricsPort = await freePort();
  const registry = new Registry();
  new Gauge({ name: 'of_this_test', help, registers: [registry], collect });
  const close = await serveMetrics({ metricsPort, metricsHost: '127.0.0.1' }, registry);
  t.after(() => close?.());
  return `http://127.0.0.1:${metricsPort}`;
}

describe('the metrics', () => {
  it('are on METRICS_PORT alone, by a name of this machine', async () => {
    const port = await freePort();
    const app = await startApp({ env: { METRICS_PORT: String(port) } });
    assert.equal((await fetch(`${app.url}/metrics`)).status, 404);
    const scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const name of ['http_request_duration_seconds', 'snippet_store_ready', 'process_open_fds'])
      assert.match(scraped, new RegExp(`^# TYPE ${name} `, 'm'));
    for (const [path, host, status] of [
      ['/metrics', 'localhost', 200],
      ['/metrics', '[::1]:9464', 200],
      ['/metrics', 'evil.example', 403],
      ['/snippets/', 'localhost', 404],
    ] as const) {
      const answer = await sendRaw(`http://127.0.0.1:${port}`, { path, headers: { Host: host } });
      assert.equal(answer.status, status, `${path} ${host}`);
    }
    await app.close();
    await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`));
  });

  it('are read once for a client that asks many times and does not read', async (t) => {
    let reads = 0;
    const url = await serveGauge(t, 'x'.repeat(32_000_000), () => {
      reads += 1;
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50));
    await once(socket, 'readable');
    // Another client has its answer by then.
    assert.equal((await fetch(`${url}/`)).status, 404);
    assert.equal(reads, 1);
  });

  it('cut off the scrape when they cannot be read, and the process goes on', async (t) => {
    const url = await serveGauge(t, 'broken', () => Promise.reject(new Error('of this test')));
    const scrape = async () => (await fetch(`${url}/metrics`)).text();
    await assert.rejects(scrape());
    await assert.rejects(scrape());
  });
});
