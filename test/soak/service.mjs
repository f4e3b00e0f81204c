// The service that the soak sends to: with users, on one store.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operationsOf } from '../fuzz/target.mjs';
import { startService } from '../helpers/spawn-service.mjs';

const collector = new URL('collect-garbage.mjs', import.meta.url).href;
const PASSWORD = 'a password of the soak';

/**
 * @param {string} [mongodbUrl] undefined: the embedded store
 * @returns the running service, `users` with their credentials, and `operations` of the contract
 */
export async function startSoaked(mongodbUrl) {
  let users = [];
  const service = await startService({
    env: {
      ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
      AUTH_SCHEMES: 'session,basic,token',
      // The users log in often, and all of them from one IP.
      THROTTLE_RATES: 'login=6000/min',
      // The hostile client's snippets would make every list longer.
      QUOTA_BYTES: '1000000',
      LOG_LEVEL: 'warn',
    },
    nodeArgs: ['--import', collector],
    prepare({ run }) {
      users = ['alice', 'bob', 'carol', 'mallory'].map((name) => {
        run(['users', 'create', name, '--password-stdin'], `${PASSWORD}\n`);
        const { token } = JSON.parse(run(['tokens', 'create', name, '--json']));
        return { name, password: PASSWORD, authorization: `Token ${token}` };
      });
    },
  });
  const contract = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8'));
  return { ...service, users, operations: operationsOf(contract) };
}
