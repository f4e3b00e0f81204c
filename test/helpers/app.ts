/** A fresh application on a free port with a store of its own, and clients for it whose every answer is checked. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { basic, createClient, type SnippetStore, token } from 'snippet-store/sdk';
import type { Api } from '#src/app.js';
import { issueToken } from '#src/authentication/token.js';
import { addUser } from '#src/commands/user-records.js';
import { type Deployment, readSettings, type Settings } from '#src/config/index.js';
import { type DeploymentContract, makeContract } from '#src/contract/contract.js';
import { createLog, type Log } from '#src/observability/log.js';
import { openServer } from '#src/server/open-server.js';
import { type CheckResponse, makeCheckResponse } from './check-response.js';
import { type RawRequest, sendRaw } from './send.js';
import { SECRET_KEY } from './service.js';
import { databaseOf, type StoreKind } from './stores.js';

export interface AppOptions {
  /** Which store it runs on; default: embedded. */
  store?: StoreKind;
  /** Environment variables of the deployment, as an operator sets them. */
  env?: Readonly<Record<string, string>>;
  /** What a CONFIG module would bring. */
  deployment?: Deployment;
  /** What is served; default: the service's own. */
  api?: Api;
  /** Where the log goes; default: nowhere. */
  log?: Log;
}

export interface TestUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** The token's key. */
  readonly token: string;
}

export type TestApp = Awaited<ReturnType<typeof startApp>>;

/** @param test ends it; otherwise the caller closes it */
export async function startApp(
  { store = 'embedded', env = {}, deployment = {}, api, log }: AppOptions = {},
  test?: TestContext,
) {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-'));
  const database = await databaseOf(store);
  // Custom schemes come with a CONFIG module; here they come with `deployment`, so that settings alone do not know them.
  const { AUTH_SCHEMES = 'basic,token', ...otherEnv } = env;
  const read = await readSettings({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    ...(deployment.schemes ? {} : { AUTH_SCHEMES }),
    SECRET_KEY,
    LOG_LEVEL: 'silent',
    // Tests are wrong on purpose, and often.
    THROTTLE_RATES: 'none',
    ...(database ? { MONGODB_URL: database } : {}),
    ...otherEnv,
  });
  const authSchemes = deployment.schemes ? AUTH_SCHEMES.split(',') : read.authSchemes;
  const settings: Settings = { ...read, authSchemes, deployment: { ...read.deployment, ...deployment } };
  const remove = () => rm(folder, { recursive: true, force: true });
  const server = await openServer(settings, log ?? createLog(settings.logLevel), api).catch(async (error) => {
    await remove();
    throw error;
  });
  const url = await server.listen();
  await server.store.ready;
  const check = checkFor(settings, api);
  async function close(): Promise<void> {
    await server.stop();
    await remove();
  }
  test?.after(close);
  const send = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    await check(request, response);
    return response;
  };
  /** Sends a request to a path of the application and checks the answer against the contract. */
  const sendTo = (path: string, init?: RequestInit): Promise<Response> =>
    send(new Request(`${url}${path}`, { redirect: 'manual', ...init }));

  return {
    url,
    store: server.store,
    settings,
    fetch: sendTo,
    /** The same for a body of JSON. */
    sendJson: (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      sendTo(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
    /** The same for what `fetch` refuses to send. */
    async raw(request: RawRequest): Promise<Response> {
      const response = await sendRaw(url, request);
      await check({ method: request.method ?? 'GET', url: `${url}${request.path}` }, response);
      return response;
    },
    /** The SDK's client; its answers are checked too. */
    client(user?: TestUser, scheme: 'basic' | 'token' = 'basic'): SnippetStore {
      const auth = user && (scheme === 'token' ? token(user.token) : basic(user.username, user.password));
      // Each test looks at the first answer.
      return createClient({ baseUrl: url, auth, fetch: (...sent) => send(new Request(...sent)), retries: 0 });
    },
    async addUser(username: string, password = `password of ${username} ${randomUUID()}`): Promise<TestUser> {
      const user = await addUser(server.store, username, password);
      const key = user && (await issueToken(server.store, server.secretKey, user));
      if (!key) throw new Error(`${username} is taken`);
      return { id: user._id, username, password, token: key };
    },
    close,
  };
}

/** Makes something before the tests of a suite, and ends it after them. Its members are there when the tests run. */
export function beforeTests<Made extends object>(
  make: () => Promise<Made>,
  end?: (made: Made) => Promise<void>,
): Made {
  // Filled before the first test.
  const made = {} as Made;
  let isMade = false;
  before(async () => {
    Object.assign(made, await make());
    isMade = true;
  });
  if (end) after(() => (isMade ? end(made) : undefined));
  return made;
}

/** An application of the suite around. */
export function useApp(options?: AppOptions): TestApp {
  return beforeTests(
    () => startApp(options),
    (app) => app.close(),
  );
}

/** A user of the application for all tests of the suite. */
export function useUser(app: TestApp, username: string, password?: string): TestUser {
  return beforeTests(() => app.addUser(username, password));
}

/** An application of the suite around, with the users that most tests have: alice owns what is tested, bob is another. */
export function useAppWithUsers(options?: AppOptions): { app: TestApp; alice: TestUser; bob: TestUser } {
  const app = useApp(options);
  return { app, alice: useUser(app, 'alice'), bob: useUser(app, 'bob') };
}

/** Applications of one process that serve the same contract share its check, and the validators that it compiles. */
const checks = new Map<string, CheckResponse>();

/** Holds answers to the same specification as the server's, made from the same settings. */
function checkFor(settings: Settings, api: Api | undefined): CheckResponse {
  const { ownership, readAccess, privateSnippets, baseUrl, tokenPath, loginPrefix, securityContact } =
    settings;
  const { oidcIssuer, passwordLogin } = settings;
  const custom = settings.deployment.schemes ?? [];
  const deployment: DeploymentContract = {
    ...{ ownership, readAccess, privateSnippets, baseUrl, tokenPath, loginPrefix, securityContact },
    ...{ oidcIssuer, passwordLogin },
    schemes: settings.authSchemes.map((name) => custom.find((one) => one.name === name) ?? { name }),
  };
  const make = () => makeCheckResponse(makeContract(deployment, api?.specification));
  if (api || custom.length > 0) return make();
  const key = JSON.stringify(deployment);
  const check = checks.get(key) ?? make();
  checks.set(key, check);
  return check;
}

/** `Authorization` of HTTP Basic. */
export function basicHeader(user: Pick<TestUser, 'username' | 'password'>): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}` };
}

/** `Authorization` of a token. */
export function tokenHeader({ token: key }: Pick<TestUser, 'token'>): Record<string, string> {
  return { Authorization: `Token ${key}` };
}
