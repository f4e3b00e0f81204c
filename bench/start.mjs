// From the start of the process to its first answer, on the embedded store: `node bench/start.mjs --times 15`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildService } from './build.mjs';
import { freePort } from './server-process.mjs';
import { CLI, prepareService } from './service/prepare.mjs';
import { median } from './statistics.mjs';
import { makeWorkingFolder } from './working-folder.mjs';

/**
 * @param {string} dataDir of a service that has stored snippet 1
 * @param {number} times
 * @returns {Promise<number[]>} milliseconds
 */
export async function measureStarts(dataDir, times) {
  const found = [];
  for (let i = 0; i < times; i += 1) found.push(await timeStart(dataDir));
  return found;
}

async function timeStart(dataDir) {
  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: 'ignore' });
  try {
    while ((await statusOf(`http://127.0.0.1:${port}/snippets/1/`)) !== 200) {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      await sleep(3);
    }
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** @returns {Promise<number | undefined>} undefined while nothing listens */
function statusOf(url) {
  return new Promise((resolve) => {
    const outgoing = get(url, { agent: false }, (incoming) => {
      incoming.resume();
      incoming.once('end', () => resolve(incoming.statusCode));
    });
    outgoing.once('error', () => resolve(undefined));
  });
}

/** @param {string} folder for the store @param {number} times */
export async function measureStart(folder, times) {
  const { dataDir } = await prepareService({ store: 'embedded', data: 'one', count: 1, folder });
  return measureStarts(dataDir, times);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '11' } } });
  buildService();
  const found = await measureStart(makeWorkingFolder('start'), Number(values.times));
  const [least, most] = [Math.min(...found), Math.max(...found)].map((ms) => ms.toFixed(0));
  console.log(`start to the first answered request, embedded store: ${median(found).toFixed(0)} ms`);
  console.log(`median of ${found.length}, ${least} to ${most} ms`);
}
