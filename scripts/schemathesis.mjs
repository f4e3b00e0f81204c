// Holds a freshly started service to its document with the real schemathesis, one scheme order after the other.
// Arguments go to `st run`: `npm run schemathesis -- --seed 7`. SCHEMES picks the orders: `SCHEMES=basic:token,basic`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VERSION = '4.32.5';
const root = fileURLToPath(new URL('..', import.meta.url));
const venv = process.env.SCHEMATHESIS_VENV ?? `${root}.cache/schemathesis-${VERSION}`;
const st = `${venv}/bin/st`;

/** @param {string} command @param {string[]} args */
function must(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(2);
}

if (!existsSync(st)) {
  must('python3', ['-m', 'venv', venv]);
  must(`${venv}/bin/pip`, ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]);
}
must(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);

const { SCHEME_ORDERS, startService } = await import(`${root}dist-test/contract/start-service.js`);
const orders = process.env.SCHEMES?.split(':') ?? SCHEME_ORDERS;

for (const schemes of orders) {
  console.log(`== AUTH_SCHEMES=${schemes}`);
  const service = await startService({ schemes });
  try {
    const { username, password } = service.alice;
    const args = ['run', `${service.url}/openapi.json`, '--checks', 'all', '--no-color'];
    const run = spawn(st, [...args, '--auth', `${username}:${password}`, ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, COLUMNS: '120' },
    });
    const [code] = await once(run, 'exit');
    if (code !== 0) process.exitCode = 1;
  } finally {
    await service.close();
  }
}
