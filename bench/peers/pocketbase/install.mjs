// Builds PocketBase's own base program by `go install`, once, into .cache/.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VERSION = 'v0.30.4';
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url));
const folder = `${cache}/pocketbase-${VERSION}`;

/**
 * @returns {string} the path of the program
 * @throws {Error} where Go is not there, or cannot build it
 */
export function installPocketbase() {
  const program = `${folder}/base`;
  if (existsSync(program)) return program;
  if (spawnSync('go', ['version']).status !== 0) throw new Error('there is no Go to build PocketBase with');
  const env = { ...process.env, GOBIN: folder };
  const built = spawnSync('go', ['install', `github.com/pocketbase/pocketbase/examples/base@${VERSION}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (built.status === 0) return program;
  throw new Error(`Go did not build PocketBase: ${built.stderr.trim().split('\n').at(-1)}`);
}
