// What HTTP Basic costs beside a token, and a wrong password beside an unknown name: `node bench/credentials.mjs`.
//
//     node bench/credentials.mjs --rounds 9 --requests 1000
//
// The same requests one after the other over one connection, by turns, so that the machine's moods meet both.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '1000' },
    guesses: { type: 'string', default: '60' },
  },
});
const AT_MOST = 1.3;
const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const folder = mkdtempSync(join(tmpdir(), 'snippet-store-credentials-'));
const env = {
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  AUTH_SCHEMES: 'basic,token',
  // Guesses are what is measured.
  THROTTLE_RATES: 'none',
};
const basic = (name, password) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

try {
  const command = (...args) =>
    JSON.parse(execFileSync(process.execPath, [CLI, ...args, '--json'], { env, input: 'right' }));
  command('users', 'create', 'bench', '--password-stdin');
  const { token } = command('tokens', 'create', 'bench');
  const server = await start();

  const first = await time(server.address, basic('bench', 'right'), 1);
  const rounds = { Basic: [], Token: [] };
  const credentials = { Basic: basic('bench', 'right'), Token: `Token ${token}` };
  for (const name of Object.keys(rounds)) await time(server.address, credentials[name], 300);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const name of round % 2 ? ['Token', 'Basic'] : ['Basic', 'Token']) {
      rounds[name].push(await time(server.address, credentials[name], Number(options.requests)));
    }
  }
  const guesses = { 'wrong password': basic('bench', 'wrong'), 'unknown user': basic('nobody', 'wrong') };
  const times = { 'wrong password': [], 'unknown user': [] };
  for (let i = 0; i < Number(options.guesses); i += 1) {
    for (const name of Object.keys(guesses)) {
      times[name].push(await time(server.address, guesses[name], 1, 401));
    }
  }
  await server.stop();

  const [byBasic, byToken] = [median(rounds.Basic), median(rounds.Token)];
  const ratio = byBasic / byToken;
  console.log(`${cpus().length} × ${cpus()[0].model}, Node ${process.version}; ms a request\n`);
  console.log(`average of ${options.requests} requests, median of ${options.rounds} rounds`);
  console.log(
    `  Basic, the same right password  ${byBasic.toFixed(3)}   (the first one: ${first.toFixed(1)})`,
  );
  console.log(`  Token                           ${byToken.toFixed(3)}`);
  console.log(`  ratio                           ${ratio.toFixed(2)}   (less than ${AT_MOST})\n`);
  console.log(`median and 90 % of ${options.guesses} guesses`);
  for (const [name, all] of Object.entries(times)) {
    console.log(`  ${name.padEnd(30)}  ${median(all).toFixed(1)}   ${quantile(all, 0.9).toFixed(1)}`);
  }
  if (ratio >= AT_MOST) process.exitCode = 1;
} finally {
  agent.destroy();
  rmSync(folder, { recursive: true });
}

async function start() {
  const log = openSync(join(folder, 'log'), 'a');
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', log] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = / listening on (http:\S+)/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    return {
      address,
      async stop() {
        process.removeListener('exit', kill);
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error('the service did not start');
}

/** @returns milliseconds a request, on average */
async function time(address, authorization, count, expected = 200) {
  const began = performance.now();
  for (let i = 0; i < count; i += 1) {
    const status = await ask(`${address}/`, authorization);
    if (status !== expected) throw new Error(`${status} where ${expected} was expected`);
  }
  return (performance.now() - began) / count;
}

function ask(url, authorization) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers: { authorization } }, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve(incoming.statusCode));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

function median(values) {
  return quantile(values, 0.5);
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)];
}
