// The service that the fuzzer sends to: built by `npm run build`, in a process and a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/cli.js');
const METHODS = ['get', 'post', 'put', 'delete'];

export async function startTarget() {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-fuzz-'));
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that only this fuzzer knows',
    BASE_URL: 'http://127.0.0.1',
    AUTH_SCHEMES: 'basic,session,token,oauth1,oauth2',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
    HIGHLIGHT_TIMEOUT_MS: '500',
    PORT: '0',
  };
  const run = (args, input) =>
    execFileSync(process.execPath, [cli, ...args], { env, input, encoding: 'utf8' });
  const password = 'a password of the fuzzer';
  run(['users', 'create', 'alice', '--password-stdin'], `${password}\n`);
  const [token = ''] = run(['tokens', 'create', 'alice']).match(/[0-9a-f]{40}/) ?? [];
  const child = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-20_000);
  });
  const port = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const announced = /listening on http:\/\/[^:]+:(\d+)/.exec(said);
      if (announced) resolve(Number(announced[1]));
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${log}`)));
  });
  const list = async () => (await (await fetch(`http://127.0.0.1:${port}/snippets/`)).json()).length;
  const before = await list();
  const basic = Buffer.from(`alice:${password}`).toString('base64');
  return {
    port,
    operations: operationsOf(parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))),
    credentials: [`Basic ${basic}`, `Token ${token}`],
    ended: () => child.exitCode !== null || child.signalCode !== null,
    log: () => log,
    countStored: async () => ({ before, after: await list() }),
    async stop() {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function operationsOf(specification) {
  const resolve = (value) => {
    if (!value?.$ref) return value;
    return value.$ref
      .slice(2)
      .split('/')
      .reduce((found, name) => found[name], specification);
  };
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const object = item[method];
      const parameters = (object.parameters ?? []).map(resolve);
      return {
        path,
        method: method.toUpperCase(),
        object,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        types: Object.keys(resolve(object.requestBody)?.content ?? {}),
      };
    }),
  );
}
