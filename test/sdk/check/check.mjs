// Runs a command and judges it by its exit code, and by the warnings that it writes.
// @ts-check
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * @param {string} name what the check is called
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').ExecFileOptions} [options]
 * @param {{ pattern: RegExp, known: Record<string, string> }} [warnings] how a line of a warning looks, its first group
 *   being what it is about; those that are known, with the reason
 * @returns {Promise<{ name: string, ok: boolean, said?: string }>} what it said only when it failed
 */
export async function check(name, command, args, options = {}, warnings = undefined) {
  try {
    const limits = { timeout: 300_000, maxBuffer: 2 ** 26 };
    const { stdout, stderr } = await promisify(execFile)(command, [...args], { ...limits, ...options });
    if (!warnings) return { name, ok: true };
    const about = [...`${stdout}\n${stderr}`.matchAll(warnings.pattern)].map(([, subject = '']) => subject);
    const said = about
      .map((subject) => `warning: ${subject}: ${warnings.known[subject] ?? 'UNKNOWN'}`)
      .join('\n');
    return { name, ok: about.every((subject) => subject in warnings.known), said };
  } catch (error) {
    const { stdout = '', stderr = '', message } = /** @type {any} */ (error);
    return { name, ok: false, said: `${stdout}\n${stderr}`.trim() || message };
  }
}
