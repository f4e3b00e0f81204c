/** HTTPS with TLS_CERT and TLS_KEY, through the real command line. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { openSocket } from '../helpers/send.js';
import { run, runHere, type Settings, serve, stop, temporaryFolder } from '../helpers/service.js';
import { until } from '../helpers/until.js';

const folder = await temporaryFolder();
const files = makeCertificate(folder, 'server');
const ca = await readFile(files.TLS_CERT);

/** Signed by itself, for this machine. */
function makeCertificate(into: string, name: string): { TLS_CERT: string; TLS_KEY: string } {
  const [TLS_CERT, TLS_KEY] = [join(into, `${name}.pem`), join(into, `${name}-key.pem`)];
  const kind = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const to = ['-keyout', TLS_KEY, '-out', TLS_CERT];
  execFileSync('openssl', ['req', ...kind, ...subject, ...to], { stdio: 'ignore' });
  return { TLS_CERT, TLS_KEY };
}

/** Nothing here waits longer for an answer or a handshake. */
const LONGEST_MS = 60_000;

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const outgoing = request(url, { ca, signal, headers }, (incoming) => {
      const { statusCode: status = 0, headers: answered } = incoming;
      text(incoming).then((body) => resolve({ status, headers: answered, body }), reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const basic = { Authorization: `Basic ${Buffer.from('alice:right password').toString('base64')}` };

async function withAlice(more: Settings = {}): Promise<Settings> {
  const settings = { DATA_DIR: await temporaryFolder(), AUTH_SCHEMES: 'basic,session', ...files, ...more };
  await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'right password');
  return settings;
}

describe('a service with a certificate', () => {
  it('announces https, takes credentials, makes cookies secure, survives what is no TLS, and stops', async () => {
    const service = await serve(await withAlice());
    assert.match(service.address, /^https:\/\/127\.0\.0\.1:\d+$/);
    const known = await ask(`${service.address}/snippets/`, basic);
    assert.deepEqual([known.status, known.body], [200, '[]']);
    assert.equal(known.headers['strict-transport-security'], 'max-age=31536000');
    // Forwarded or not, what came by HTTPS came by HTTPS.
    const forwarded = await ask(`${service.address}/`, { ...basic, 'X-Forwarded-Proto': 'http' });
    assert.equal(forwarded.status, 200);
    const page = await ask(`${service.address}/api-auth/login/`);
    const cookies = [page.headers['set-cookie'] ?? []].flat();
    assert.ok(cookies.some((cookie) => cookie.startsWith('__Host-')));
    for (const cookie of cookies) assert.match(cookie, /; secure/i);
    // What is no TLS gets no answer, and the next one does.
    const plain = service.address.replace('https:', 'http:');
    await assert.rejects(fetch(plain, { signal: AbortSignal.timeout(LONGEST_MS) }), { name: 'TypeError' });
    assert.equal((await ask(`${service.address}/`)).status, 200);
    await stop(service);
  });

  it('answers what is under way when it stops, and waits for no handshake and no request', async () => {
    const service = await serve(await withAlice());
    const { port } = new URL(service.address);
    const silent = openSocket(service.address);
    // The record header of a ClientHello that never comes (RFC 8446, 5.1).
    const half = openSocket(service.address, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    const mute = connectTls({ port: Number(port), host: '127.0.0.1', ca });
    mute.on('error', () => undefined);
    await once(mute, 'secureConnect', { signal: AbortSignal.timeout(LONGEST_MS) });
    const head = ['POST /snippets/ HTTP/1.1', 'Host: localhost', `Authorization: ${basic.Authorization}`];
    const begun = connectTls({ port: Number(port), host: '127.0.0.1', ca });
    let answer = '';
    begun.setEncoding('latin1').on('data', (part: string) => {
      answer += part;
    });
    const type = ['Content-Type: application/json', 'Content-Length: 12', 'Expect: 100-continue', '', ''];
    begun.write([...head, ...type].join('\r\n'));
    await until('the service reads the body', () => answer !== '');
    service.signal('SIGTERM');
    begun.write('{"code":"x"}');
    await once(begun, 'close', { signal: AbortSignal.timeout(LONGEST_MS) });
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    const began = Date.now();
    assert.equal((await service.ended).code, 0, service.written.stderr);
    assert.ok(Date.now() - began < 5_000, `${Date.now() - began} ms`);
    for (const socket of [silent.socket, half.socket, mute]) socket.destroy();
  });
});

describe('a certificate that cannot be used', () => {
  it('stops the start, naming the variable, the file and the reason', async () => {
    const other = makeCertificate(folder, 'other');
    const nonsense = join(folder, 'nonsense.pem');
    await writeFile(nonsense, 'nonsense');
    const missing = join(folder, 'missing.pem');
    const DATA_DIR = await temporaryFolder();
    for (const [index, [settings, message]] of (
      [
        [{ ...files, TLS_CERT: missing }, `TLS_CERT="${missing}": cannot be read (ENOENT)`],
        [{ ...files, TLS_KEY: folder }, `TLS_KEY="${folder}": cannot be read (EISDIR)`],
        [{ ...files, TLS_CERT: nonsense }, `TLS_CERT="${nonsense}": holds no certificate in PEM`],
        [{ ...files, TLS_KEY: nonsense }, `TLS_KEY="${nonsense}": holds no unencrypted key in PEM`],
        [{ ...files, TLS_KEY: other.TLS_KEY }, `TLS_KEY="${other.TLS_KEY}": does not belong to TLS_CERT`],
      ] as const
    ).entries()) {
      const all = { ...settings, DATA_DIR, PORT: '0' };
      const outcome = await (index === 0 ? run : runHere)(['serve'], all);
      assert.equal(outcome.code, 1);
      assert.equal(outcome.stderr.indexOf(`snippet-store: ${message}`), 0, outcome.stderr);
      assert.equal(outcome.stdout, '');
    }
  });
});
