// Runs a command and gives what it says, whatever it ends with.
// @ts-check
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param {string} name what the check is called
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 * @returns {Promise<{ name: string, ok: boolean, said?: string }>} what it said only when it failed
 */
export async function check(name, command, args, options = {}) {
  try {
    await promisify(execFile)(command, [...args], { timeout: 300_000, maxBuffer: 2 ** 26, ...options });
    return { name, ok: true };
  } catch (error) {
    const { stdout = '', stderr = '', message } = /** @type {any} */ (error);
    return { name, ok: false, said: `${stdout}\n${stderr}`.trim() || message };
  }
}
