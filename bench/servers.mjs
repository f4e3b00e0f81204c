// The two servers, each a process of its own, one at a time, their logs written to a file as in production.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const PEER = fileURLToPath(new URL('./peer.mjs', import.meta.url));

/** @param {string} MONGODB_URL */
export function makeServers(MONGODB_URL, folder) {
  const log = openSync(`${folder}/log`, 'a');
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: '0',
    LOG_LEVEL: 'info',
    MONGODB_URL,
    AUTH_SCHEMES: 'token,basic',
    SECRET_KEY: 'the benchmark signs with this secret key',
  };
  const command = (...args) =>
    JSON.parse(execFileSync(process.execPath, [CLI, ...args, '--json'], { env, input: 'password\n' }));
  command('users', 'create', 'bench', '--password-stdin');
  const { token } = command('tokens', 'create', 'bench');

  /** @param {string[]} args */
  async function start(args) {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', log] });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    let address;
    for await (const line of createInterface({ input: child.stdout })) {
      address = / listening on (http:\S+)/.exec(line)?.[1];
      if (address) break;
      process.stderr.write(`${line}\n`);
    }
    if (!address) throw new Error(`${args.join(' ')} did not start, see ${folder}/log`);
    child.stdout.resume();
    return {
      address,
      cpuMs: () => cpuMs(child.pid),
      async stop() {
        process.removeListener('exit', kill);
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }

  // For a look into what the service spends its time on: NODE_ARGS=--cpu-prof npm run bench
  const nodeArgs = (process.env.NODE_ARGS ?? '').split(' ').filter(Boolean);
  return {
    ours: {
      name: 'snippet-store',
      start: () => start([...nodeArgs, CLI, 'serve']),
      headers: { Authorization: `Token ${token}` },
    },
    peer: { name: 'Fastify + driver', start: () => start([PEER]), headers: {} },
  };
}

/** What a process has used of the cores, in milliseconds, where the system tells (proc(5): utime and stime, in 1/100 s). */
function cpuMs(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
