// Holds a running server to its document: the one at --url, or the service itself on every order in SCHEMES (`basic:token,basic`).
// Ends with 0 when all holds, 1 on a finding, 2 when it could not run. See docs/contract-testing.md.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compiled = spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' });
if (compiled.status !== 0) process.exit(2);

if (args.some((argument) => /^--url(=|$)/.test(argument))) process.exitCode = await hold(args);
else await holdOwnService();

/** @param {string[]} options */
async function hold(options) {
  const run = spawn(
    process.execPath,
    [...reporters(options), `${root}dist-test/contract/harness/main.js`, ...options],
    {
      stdio: 'inherit',
    },
  );
  const [code] = await once(run, 'exit');
  return code ?? 2;
}

/** @param {string[]} options */
function reporters(options) {
  const index = options.findIndex((option) => option.startsWith('--report-junit-path'));
  const given = options[index] ?? '';
  const junit = given.includes('=') ? given.slice(given.indexOf('=') + 1) : options[index + 1];
  return [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...(index >= 0 && junit ? ['--test-reporter=junit', `--test-reporter-destination=${junit}`] : []),
  ];
}

async function holdOwnService() {
  const { SCHEME_ORDERS, startService } = await import(`${root}dist-test/contract/start-service.js`);
  const orders = process.env.SCHEMES?.split(':') ?? SCHEME_ORDERS.slice(0, 1);
  for (const schemes of orders) {
    const store = process.env.STORE ?? 'embedded';
    console.log(`== AUTH_SCHEMES=${schemes}, ${store}`);
    const service = await startService({ schemes, store });
    try {
      const auth = ['--auth', service.auth, '--auth', service.otherAuth];
      const code = await hold(['--url', service.url, ...auth, ...args]);
      process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
    } finally {
      await service.close();
    }
  }
}
