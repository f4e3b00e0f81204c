/** Two processes behind a proxy restart one after the other under load: no request fails, and no write is lost. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { skipWithoutMongod } from '../helpers/mongod.js';
import { freePort, postSnippet, prepareAlice, serve, stop, temporaryFolder } from '../helpers/service.js';
import { freshDatabase } from '../helpers/stores.js';
import { until } from '../helpers/until.js';

const CONFIGURATIONS = fileURLToPath(new URL('../../deploy/proxies', import.meta.url));
const CLIENTS = 8;
const RESTARTS = 6;
/** A process that is back counts as healthy again after this. */
const PAUSE_MS = 4_000;

interface Proxy {
  readonly program: string;
  readonly file: string;
  readonly args: (file: string) => readonly string[];
  /** The whole configuration, where the file of `deploy/` is a part of one. */
  readonly wrap?: (file: string, folder: string) => string;
}

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: '/usr/sbin/nginx',
    file: 'nginx.conf',
    args: (file) => ['-e', 'stderr', '-g', 'daemon off; master_process off;', '-c', file],
    wrap: (file, folder) =>
      [
        `pid ${folder}/pid;`,
        'events {}',
        `http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`,
        ...['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`),
        `include ${file}; }`,
      ].join('\n'),
  },
  HAProxy: { program: '/usr/sbin/haproxy', file: 'haproxy.cfg', args: (file) => ['-f', file] },
  Caddy: {
    program: '/usr/bin/caddy',
    file: 'Caddyfile',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

describe('two processes on one MongoDB', { skip: skipWithoutMongod }, () => {
  for (const [name, { program, file, args, wrap }] of Object.entries(PROXIES))
    it(`restart behind ${name} without a failed request`, {
      skip: existsSync(program) ? false : `needs ${program}`,
    }, async (test) => {
      const ports = [await freePort(), await freePort(), await freePort()] as const;
      const { settings, token } = await prepareAlice({
        MONGODB_URL: await freshDatabase(),
        TRUST_PROXY: '1',
        // The proxies of this test end no TLS.
        ALLOW_INSECURE_CREDENTIALS: 'true',
      });
      const start = (port: number) => serve({ ...settings, PORT: String(port) });
      const services = await Promise.all(ports.slice(1).map(start));
      test.after(() => Promise.all(services.map((service) => stop(service))));

      const folder = await temporaryFolder();
      const template = await readFile(join(CONFIGURATIONS, file), 'utf8');
      const names = ['8080', '8001', '8002'];
      const text = template.replaceAll(/\b(8080|8001|8002)\b/g, (port) => String(ports[names.indexOf(port)]));
      await writeFile(join(folder, file), text);
      const whole = wrap ? join(folder, 'whole.conf') : join(folder, file);
      if (wrap) await writeFile(whole, wrap(join(folder, file), folder));
      const proxy = spawn(program, args(whole), { stdio: 'ignore', env: { ...process.env, HOME: folder } });
      test.after(async () => {
        const closed = once(proxy, 'close');
        proxy.kill();
        await closed;
      });
      const address = `http://127.0.0.1:${ports[0]}`;
      await until('the proxy answers', () => isReady(address));

      const failed: string[] = [];
      const created: number[] = [];
      let [answered, isLoading] = [0, true];
      async function load(client: number): Promise<void> {
        for (let n = 0; isLoading; n += 1) {
          const isWrite = n % 4 === 0;
          try {
            const response = isWrite
              ? await postSnippet(
                  { address },
                  { Authorization: `Token ${token}` },
                  { code: `${client}.${n}` },
                )
              : await fetch(`${address}/snippets/?limit=5&order=-created`);
            const text = await response.text();
            if (response.status === 201) created.push(JSON.parse(text).id);
            if (response.status !== (isWrite ? 201 : 200))
              failed.push(`${response.status} ${isWrite} ${text}`);
          } catch (error) {
            failed.push(`${isWrite} ${inspect(error)}`);
          }
          answered += 1;
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, client) => load(client));
      for (let n = 0; n < RESTARTS; n += 1) {
        await sleep(PAUSE_MS);
        const at = n % 2;
        const [service, port] = [services[at], ports[at + 1]];
        assert.ok(service && port);
        await stop(service);
        const started = await start(port);
        services[at] = started;
        await until('the service is ready', () => isReady(started.address));
      }
      await sleep(1_500);
      isLoading = false;
      await Promise.all(clients);
      test.diagnostic(`${answered} requests, ${failed.length} failed, ${created.length} created`);
      assert.deepEqual(failed, []);
      for (const id of created) assert.equal((await fetch(`${address}/snippets/${id}/`)).status, 200);
    });
});

async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/readyz`).catch(() => undefined))?.ok === true;
}
