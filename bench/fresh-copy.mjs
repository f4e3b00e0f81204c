// A folder that is copied for each start, so that what a measurement writes is gone at the next one.
import { cpSync, rmSync } from 'node:fs';

/**
 * @param {string} prepared
 * @returns {string} the folder to start on
 */
export function freshCopy(prepared) {
  const copy = `${prepared}-copy`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(prepared, copy, { recursive: true });
  return copy;
}
