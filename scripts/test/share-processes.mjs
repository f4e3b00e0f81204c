// Test files that run in one process: Node.js and the service load once for twelve of them, which takes a second.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files of these folders have a process each: they measure it, kill others, wait for them, or start one for the whole file. */
const ALONE = ['faults/', 'hostile/', 'server/', 'commands/', 'bench/', 'docs/'];
/** A file starts a browser of its own. */
const BROWSER = 'browser/';
const SHARED_BY = 12;

/**
 * @param {string} compiled the folder of compiled tests
 * @param {readonly string[]} files test files in it, relative, as JavaScript
 * @param {{ skipsBrowser: boolean }} options `skipsBrowser`: there is no browser, so its tests only say so
 * @returns {string[]} the paths to run: a file alone, or one that imports up to twelve neighbours
 */
export function shareProcesses(compiled, files, { skipsBrowser }) {
  // Of this run alone: another one may be under way.
  const folder = mkdtempSync(join(compiled, 'shared-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const parts = skipsBrowser ? ALONE : [...ALONE, BROWSER];
  const alone = files.filter((file) => parts.some((part) => file.startsWith(part)));
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
