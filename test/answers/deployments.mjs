// The deployments that are asked: settings, users and credentials of each. All begin with an empty store.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startServer } from '../../bench/server-process.mjs';

export const PASSWORD = 'correct horse battery staple';
const USERS = ['alice', 'bob'];

/** A scheme and an error handler of a deployment's own. */
const CONFIG = `export default {
  schemes: [{
    name: 'badge',
    async authenticate({ headers }) {
      if (headers['x-badge'] === undefined) return undefined;
      return { user: { id: 1, username: 'alice' }, auth: 'badge' };
    },
    challenge: () => 'Badge realm="api"',
    securityScheme: { type: 'apiKey', in: 'header', name: 'X-Badge' },
  }],
  handleError(error, { standard }) {
    if (!standard || standard.status === 406) return undefined;
    return { ...standard, body: { ...standard.body, status_code: standard.status } };
  },
};
`;

/** @type {Record<string, Record<string, string>>} settings by name */
export const deployments = {
  basic: { AUTH_SCHEMES: 'basic,session,token', SECURITY_CONTACT: 'mailto:security@example.com' },
  session: { AUTH_SCHEMES: 'session,basic' },
  oauth: {
    AUTH_SCHEMES: 'oauth2,oauth1,basic',
    BASE_URL: 'http://snippets.localhost:8000',
    CORS_ORIGINS: 'https://editor.example.com,https://other.example.com',
    ALLOWED_HOSTS: 'snippets.localhost,api.example.com',
  },
  token: { AUTH_SCHEMES: 'token,session', TRUST_PROXY: '1', TOKEN_PATH: '/keys/', LOGIN_PREFIX: '/door/' },
  unowned: { AUTH_SCHEMES: 'session,basic', OWNERSHIP: 'off' },
  limited: {
    AUTH_SCHEMES: 'basic',
    THROTTLE_RATES: 'anon=5/day,user=12/day,login=3/day',
    QUOTA_SNIPPETS: '2',
    QUOTA_BYTES: '200',
    MAX_BODY_BYTES: '3000',
  },
  custom: { AUTH_SCHEMES: 'badge,basic', CONFIG },
};

/**
 * @typedef {{ port: number, memory: Record<string, string>, stop(): Promise<void> }} Side a running service, and what its
 *   answers have given so far: tokens, cookies, ETags
 */

/**
 * @param {string} name of the deployment
 * @param {{ cli: string, folder: string, mongodbUrl?: string }} where
 * @returns {Promise<Side>}
 */
export async function startDeployment(name, { cli, folder, mongodbUrl }) {
  mkdirSync(folder, { recursive: true });
  const settings = { ...deployments[name] };
  if (settings.CONFIG !== undefined) {
    writeFileSync(join(folder, 'config.mjs'), settings.CONFIG);
    settings.CONFIG = join(folder, 'config.mjs');
  }
  const env = {
    PATH: process.env.PATH,
    SECRET_KEY: 'the secret key of services that are compared',
    THROTTLE_RATES: 'none',
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
    ...settings,
  };
  const run = (...args) =>
    JSON.parse(
      execFileSync(process.execPath, [cli, ...args, '--json'], { env, input: PASSWORD, encoding: 'utf8' }),
    );
  const memory = prepareCredentials(run, settings.AUTH_SCHEMES.split(','));
  const port = await freePort();
  const { stop } = await startServer({
    args: [cli, 'serve'],
    env: { ...env, PORT: String(port) },
    log: join(folder, 'log'),
    port,
    path: '/readyz',
  });
  return { port, memory, stop };
}

function prepareCredentials(run, schemes) {
  const memory = {};
  for (const user of USERS) {
    run('users', 'create', user, '--password-stdin');
    if (schemes.includes('token')) memory[`${user}-token`] = run('tokens', 'create', user).token;
  }
  if (schemes.includes('oauth2')) {
    const { client_id, client_secret } = run('oauth2', 'clients', 'create', 'editor');
    Object.assign(memory, { client_id, client_secret });
  }
  if (schemes.includes('oauth1')) {
    const consumer = run('oauth1', 'consumers', 'create', 'editor');
    Object.assign(
      memory,
      consumer,
      run('oauth1', 'tokens', 'create', 'alice', '--consumer', consumer.consumer_key),
    );
  }
  return memory;
}
