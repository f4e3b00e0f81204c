// Runs schemathesis against a server, as its users do: `--checks all` would put on what schemathesis.toml leaves out.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installSchemathesis } from './install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Milliseconds: some ten times as long as it takes. */
const LIMIT = 15 * 60_000;

/**
 * @param {string} url
 * @param {string} authorization the header's value
 * @param {string[]} options of `st run`
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @returns {Promise<number>} its status: 0 when there is nothing to say
 */
export async function runSchemathesis(url, authorization, options, stdio = 'inherit') {
  const { command, args, env } = installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'schemathesis-'));
  try {
    // The address that the document is read from would be left out of the test.
    const document = join(folder, 'openapi.json');
    await writeFile(document, await (await fetch(`${url}/openapi.json`)).text());
    const who = ['--header', `Authorization: ${authorization}`];
    const fixed = ['run', document, '--url', url, ...who, '--no-color'];
    const run = spawn(command, [...args, ...fixed, ...options], { cwd: root, env, stdio, timeout: LIMIT });
    const [code] = await once(run, 'exit');
    return code ?? 2;
  } finally {
    await rm(folder, { recursive: true });
  }
}
