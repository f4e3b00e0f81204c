// The service itself, for a tool that holds it to its document: one scheme order after the other, on one store.
import { fileURLToPath } from 'node:url';
import { transpileTests } from '../../scripts/transpile.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles the tests, of which the service with its users is a part; ends with status 2 when that cannot be done. */
export function compileTests() {
  transpileTests(2);
}

/**
 * Starts a service for each order in SCHEMES (`basic:token,basic`; `all` are those of CI) on the store STORE, with the
 * setting READ_ACCESS, and sets the status of this process to the worst.
 * @template {{ close(): Promise<void> }} Service
 * @param {{ usual: string, all?: readonly string[], start?: (options: object) => Promise<Service> }} options
 *   `usual` is what SCHEMES is when it is not set
 * @param {(service: Service) => Promise<number>} hold with its status
 */
export async function onEachService(options, hold) {
  const { SCHEME_ORDERS, startService } = await import(`${root}dist-test/contract/start-service.js`);
  const { stopMongod } = await import(`${root}dist-test/helpers/stores.js`);
  const { usual, all = SCHEME_ORDERS, start = startService } = options;
  const { SCHEMES = usual, STORE: store = 'embedded', READ_ACCESS: readAccess } = process.env;
  try {
    for (const schemes of SCHEMES === 'all' ? all : SCHEMES.split(':')) {
      const name = `AUTH_SCHEMES=${schemes}, ${store}`;
      console.log(`== ${name}`);
      const began = performance.now();
      const service = await start({ schemes, store, readAccess });
      const code = await hold(service).finally(() => service.close());
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`== ${name}: ${code === 0 ? 'held' : `status ${code}`}, ${seconds} s`);
      process.exitCode = Math.max(Number(process.exitCode ?? 0), code);
    }
  } finally {
    await stopMongod();
  }
}
