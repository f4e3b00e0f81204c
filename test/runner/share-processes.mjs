// Test files that run in one process: Node.js and the service load once for twelve of them, which takes a second.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files that have a process each: they measure it, kill others, wait for them, or start one for the whole file. */
const ALONE = [
  ...['faults/', 'hostile/', 'commands/', 'long/'],
  ...['server/limit-clients', 'server/listen', 'docs/custom-scheme', 'docs/readme'],
];
/** The files of a process share a browser. They wait for it, so there are fewer to a process. */
const BROWSER = 'browser/';
const SHARED_BY = 12;
const BROWSER_SHARED_BY = 4;

/**
 * @param {string} compiled the folder of compiled tests
 * @param {readonly string[]} files test files in it, relative, as JavaScript
 * @param {{ skipsBrowser: boolean }} options `skipsBrowser`: there is no browser, so its tests only say so
 * @returns {string[]} the paths to run: a file alone, or one that imports its neighbours
 */
export function shareProcesses(compiled, files, { skipsBrowser }) {
  // Of this run alone: another one may be under way.
  const folder = mkdtempSync(join(compiled, 'shared-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const alone = files.filter((file) => ALONE.some((part) => file.startsWith(part)));
  const isShown = (file) => file.startsWith(BROWSER);
  const together = files.filter((file) => !alone.includes(file) && !isShown(file));
  /** Neighbours are dear for the same reason, so they go to different processes. */
  const share = (some, most) => {
    const processes = Math.ceil(some.length / most);
    return Array.from({ length: processes }, (_, i) => {
      const group = some.filter((_, j) => j % processes === i);
      const imports = group.map((file) => `import '${relative(folder, join(compiled, file))}';\n`);
      const path = join(folder, group[0].replaceAll('/', '-'));
      writeFileSync(path, imports.join(''));
      return path;
    });
  };
  const size = (file) => statSync(join(compiled, file)).size;
  const waiting = alone.sort((a, b) => size(b) - size(a)).map((file) => join(compiled, file));
  const working = [
    ...share(files.filter(isShown), skipsBrowser ? SHARED_BY : BROWSER_SHARED_BY),
    ...share(together, SHARED_BY),
  ];
  // Those that work for long begin first, each beside two that wait; what is left for the end is short.
  const begun = working.flatMap((path) => [path, ...waiting.splice(0, 2)]);
  return [...begun, ...waiting];
}
