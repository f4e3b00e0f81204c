import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { addGauges } from '#src/observability/gauges.js';
import { makeMetrics } from '#src/observability/metrics.js';
import { listenForMetrics } from '#src/server/metrics-listener.js';
import { startApp } from '../../helpers/app.js';
import { freePort } from '../../helpers/free-port.js';
import { sendRaw } from '../../helpers/send-raw.js';

const TOKEN = 'a token for scrapers that is long enough'.replaceAll(' ', '-');

describe('the metrics', () => {
  it('are for this machine, and not for the clients of a proxy on it', async () => {
    const app = await startApp();
    assert.equal((await fetch(`${app.url}/metrics`)).status, 200);
    for (const name of ['Forwarded', 'X-Forwarded-For', 'Via', 'X-Real-IP']) {
      const response = await fetch(`${app.url}/metrics`, { headers: { [name]: '192.0.2.1' } });
      assert.equal(response.status, 403, name);
      assert.match(((await response.json()) as { detail: string }).detail, /METRICS_TOKEN/);
    }
    await app.close();
  });

  it('are for everybody with METRICS_TOKEN, once it is set, and for nobody else', async () => {
    const app = await startApp({ env: { METRICS_TOKEN: TOKEN } });
    const get = (headers: Record<string, string>) => fetch(`${app.url}/metrics`, { headers });
    const right = { Authorization: `Bearer ${TOKEN}` };
    assert.equal((await get({ ...right, 'X-Forwarded-For': '192.0.2.1' })).status, 200);
    for (const headers of [{}, { Authorization: `Bearer ${TOKEN}x` }, { Authorization: `Token ${TOKEN}` }]) {
      const response = await get(headers as Record<string, string>);
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="metrics"');
    }
    await app.close();
  });

  it('have a port of their own with METRICS_PORT, and are not on the port of the service', async () => {
    const port = await freePort();
    const app = await startApp({ env: { METRICS_PORT: String(port) } });
    assert.equal((await fetch(`${app.url}/metrics`)).status, 404);
    const own = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.equal(own.status, 200);
    assert.match(await own.text(), /http_request_duration_seconds/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/snippets/`)).status, 404);
    for (const [host, status] of [
      ['localhost', 200],
      ['[::1]:9464', 200],
      ['evil.example', 403],
    ] as const) {
      const answer = await sendRaw(`http://127.0.0.1:${port}`, { path: '/metrics', headers: { Host: host } });
      assert.equal(answer.status, status, host);
    }
    await app.close();
    await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`));
  });

  it('are there without the free space when DATA_DIR cannot be reached', async (t) => {
    const metrics = makeMetrics();
    t.after(
      addGauges(metrics, {
        readiness: { find: async () => ({}) },
        connections: undefined,
        dataDir: '/nonexistent',
        certificate: undefined,
      }),
    );
    const text = await metrics.read();
    assert.doesNotMatch(text, /^snippet_store_disk_free_bytes /m);
  });

  it('are read once for a client that asks many times and does not read', async (t) => {
    const metricsPort = await freePort();
    const metrics = makeMetrics();
    let reads = 0;
    metrics.read = async () => {
      reads += 1;
      return 'x'.repeat(32_000_000);
    };
    const close = await listenForMetrics(
      { metricsPort, metricsToken: undefined, host: '127.0.0.1' },
      metrics,
    );
    t.after(() => close?.());
    const socket = connect(metricsPort, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.write('GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50));
    await once(socket, 'readable');
    // Another client has its answer by then.
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/`)).status, 404);
    assert.equal(reads, 1);
  });

  it('cut off the scrape when they cannot be read, and the process goes on', async (t) => {
    const metricsPort = await freePort();
    const metrics = makeMetrics();
    metrics.read = async () => Promise.reject(new Error('of this test'));
    const close = await listenForMetrics(
      { metricsPort, metricsToken: undefined, host: '127.0.0.1' },
      metrics,
    );
    t.after(() => close?.());
    const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await assert.rejects(scrape());
    await assert.rejects(scrape());
  });
});
