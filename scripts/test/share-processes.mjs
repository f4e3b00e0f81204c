// Test files that run in one process: Node.js and the service load once for eight of them, which takes half their time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files of these folders have a process each: they measure it, kill others, wait for them, or start one for the whole file. */
const ALONE = ['browser/', 'faults/', 'hostile/', 'server/', 'commands/', 'bench/', 'deploy/', 'docs/'];
const SHARED_BY = 8;

/**
 * @param {string} compiled the folder of compiled tests
 * @param {readonly string[]} files test files in it, relative, as JavaScript
 * @returns {string[]} the paths to run: a file alone, or one that imports up to eight neighbours
 */
export function shareProcesses(compiled, files) {
  // Of this run alone: another one may be under way.
  const folder = mkdtempSync(join(compiled, 'shared-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const alone = files.filter((file) => ALONE.some((part) => file.startsWith(part)));
  const together = files.filter((file) => !alone.includes(file));
  const shared = [];
  for (let at = 0; at < together.length; at += SHARED_BY) {
    const imports = together.slice(at, at + SHARED_BY).map((file) => {
      return `import '${relative(folder, join(compiled, file))}';\n`;
    });
    const path = join(folder, `${together[at].replaceAll('/', '-')}`);
    writeFileSync(path, imports.join(''));
    shared.push(path);
  }
  // Those that wait begin first.
  return [...alone.map((file) => join(compiled, file)), ...shared];
}
