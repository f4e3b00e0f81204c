// Tells how two folders differ, file by file.
// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * @param {string} expected
 * @param {string} actual
 * @param {readonly string[]} folders the folders of both to look at
 * @returns {Promise<string[]>} one line a file that is missing, unexpected or different; empty when all are equal
 */
export async function listDifferences(expected, actual, folders) {
  const [wanted, found] = await Promise.all([read(expected, folders), read(actual, folders)]);
  return [...new Set([...wanted.keys(), ...found.keys()])].sort().flatMap((path) => {
    if (!found.has(path)) return `missing: ${path}`;
    if (!wanted.has(path)) return `unexpected: ${path}`;
    return wanted.get(path) === found.get(path) ? [] : `different: ${path}`;
  });
}

/** @param {string} base @param {readonly string[]} folders @returns {Promise<Map<string, string>>} text by path */
async function read(base, folders) {
  const files = new Map();
  for (const folder of folders) {
    const entries = await readdir(join(base, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(base, path), await readFile(path, 'utf8'));
    }
  }
  return files;
}
