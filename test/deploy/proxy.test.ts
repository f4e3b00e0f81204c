/** The TLS proxies of deploy/, in front of a real service. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runHere, serve, temporaryFolder } from '../commands/snippet-store.js';
import { makeCertificate } from '../helpers/certificate.js';
import { freePort } from '../helpers/free-port.js';
import { findTool } from './find-tool.js';
import { DEPLOY, readDeploy } from './read-deploy.js';

const caddy = findTool('caddy');
const nginx = findTool('nginx');
const CADDYFILE = join(DEPLOY, 'compose', 'Caddyfile');

interface Ports {
  readonly http: number;
  readonly https: number;
}

/** Starts the proxy for localhost with files in a folder. */
type Start = (folder: string, ports: Ports, upstream: string) => Promise<ChildProcess>;

describe('deploy/compose/Caddyfile', { skip: caddy.skip }, () => {
  it('is valid and formatted', () => {
    const validated = spawnSync(caddy.path, ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
      encoding: 'utf8',
    });
    assert.equal(validated.status, 0, validated.stderr);
    const formatted = spawnSync(caddy.path, ['fmt', CADDYFILE], { encoding: 'utf8' });
    assert.equal(formatted.stdout, readDeploy('compose/Caddyfile'));
  });

  it('lets credentials in over HTTPS, drops what clients forge, and keeps metrics inside', () =>
    passesOnWhatItShould(startCaddy));
});

describe('deploy/nginx/snippet-store.conf', { skip: nginx.skip }, () => {
  it('lets credentials in over HTTPS, drops what clients forge, and keeps metrics inside', () =>
    passesOnWhatItShould(startNginx));
});

async function passesOnWhatItShould(start: Start): Promise<void> {
  const DATA_DIR = await temporaryFolder();
  const password = 'a long password';
  await runHere(['users', 'create', 'ada', '--password-stdin'], { DATA_DIR }, `${password}\n`);
  const [https, http] = [await freePort(), await freePort()];
  const base = `https://localhost:${https}`;
  const service = await serve({ DATA_DIR, TRUST_PROXY: '1', BASE_URL: base, LOG_LEVEL: 'info' });
  await startProxy(start, { http, https }, new URL(service.address).host);

  const Authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  const created = await send(`${base}/snippets/`, 'POST', {
    Authorization,
    'Content-Type': 'application/json',
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'for=203.0.113.9;proto=http',
  });
  assert.equal(created.status, 201, created.body);
  assert.match(created.headers['strict-transport-security'] ?? '', /max-age=31536000/);
  assert.match(service.written.stderr, /"ip":"127\.0\.0\.1"/);
  assert.doesNotMatch(service.written.stderr, /203\.0\.113\.9/);

  assert.equal((await send(`${base}/metrics`, 'GET', {})).status, 404);
  assert.equal((await send(`${base}/readyz`, 'GET', {})).status, 200);
  const plain = await fetch(`http://localhost:${http}/snippets/`, { redirect: 'manual' });
  assert.deepEqual([plain.status, plain.headers.get('location')], [308, 'https://localhost/snippets/']);
  // Past the proxy the same credentials are refused: the connection does not say that it was HTTPS.
  const past = await fetch(`${service.address}/snippets/`, {
    headers: { Authorization, 'X-Forwarded-For': '10.0.0.1' },
  });
  assert.notEqual(past.status, 200);
}

/** With the certificate that Caddy makes for localhost. */
const startCaddy: Start = async (folder, { http, https }, upstream) => {
  const options = `http_port ${http}\n\thttps_port ${https}\n\tskip_install_trust`;
  const own = readDeploy('compose/Caddyfile').replace('admin off', `admin off\n\t${options}`);
  await writeFile(join(folder, 'Caddyfile'), own);
  const env = {
    PATH: process.env.PATH ?? '',
    DOMAIN: 'localhost',
    UPSTREAM: upstream,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  };
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return spawn(caddy.path, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
};

/** With a certificate signed by itself, and what Debian's nginx.conf has around the file. */
const startNginx: Start = async (folder, { http, https }, upstream) => {
  const files = makeCertificate(folder, 'nginx');
  const own = readDeploy('nginx/snippet-store.conf')
    .replaceAll('snippets.example.com', 'localhost')
    .replace('127.0.0.1:8000', upstream)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${https} `)
    .replace('/etc/ssl/snippet-store/fullchain.pem', files.TLS_CERT)
    .replace('/etc/ssl/snippet-store/privkey.pem', files.TLS_KEY);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const whole = `pid ${folder}/pid; events {} http { access_log off; ${paths.join(' ')}\n${own}}`;
  await writeFile(join(folder, 'nginx.conf'), whole);
  const args = ['-e', 'stderr', '-g', 'daemon off;', '-p', folder, '-c', join(folder, 'nginx.conf')];
  return spawn(nginx.path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** On ports of its own. Nobody has to trust its certificate. */
async function startProxy(start: Start, ports: Ports, upstream: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-proxy-'));
  const proxy = await start(folder, ports, upstream);
  let log = '';
  proxy.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const gone = new Promise((resolve) => proxy.once('close', resolve));
  after(async () => {
    proxy.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  });
  for (let turn = 0; turn < 100; turn++) {
    if (
      await send(`https://localhost:${ports.https}/healthz`, 'GET', {}).then(
        ({ status }) => status === 200,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`the proxy does not answer: ${log.slice(-2000)}`);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]> & { 'strict-transport-security'?: string | undefined };
  readonly body: string;
}

/** Over a certificate that nobody has to trust; a POST brings a snippet. */
function send(url: string, method: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, rejectUnauthorized: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? JSON.stringify({ code: 'print(1)' }) : undefined);
  });
}
