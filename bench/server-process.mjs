// A server as a process of its own: starts it, waits until it answers, says what it uses, stops it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ address: string, pid: number, child: ChildProcess, stop(): Promise<void> }} Running
 */

/**
 * @param {{ command?: string, args: string[], env: NodeJS.ProcessEnv, log: string, cwd?: string, port: number,
 *   path?: string }} options
 *   `log` is the file that takes all output, `path` what is asked for until it answers
 * @returns {Promise<Running>}
 */
export async function startServer({ command = process.execPath, args, env, log, cwd, port, path = '/' }) {
  const file = openSync(log, 'a');
  const stdio = ['ignore', file, file];
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio, cwd });
  const kill = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    process.removeListener('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const running = { address, pid: child.pid ?? 0, child, stop };
  await answers(running, path, `${command} ${args.join(' ')} did not start, see ${log}`);
  return running;
}

async function answers({ address, child, stop }, path, failure) {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await (await fetch(address + path)).arrayBuffer();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline) {
        await stop();
        throw new Error(failure, { cause: error });
      }
      await sleep(5);
    }
  }
}

/** A port that nothing listens on. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * What a process has used of the cores, in milliseconds (utime and stime of proc(5)); NaN where nothing tells.
 * @param {number} pid
 */
export function cpuMs(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  const [utime, stime] = fields.split(' ').slice(11, 13);
  return (Number(utime) + Number(stime)) * 10;
}
