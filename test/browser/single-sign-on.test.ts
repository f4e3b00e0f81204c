/** Logging in with a provider: a real one on a port of its own, and a real browser between it and the service. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { setActive } from '#src/authentication/logins.js';
import { beforeTests, startApp } from '../helpers/app.js';
import { Browser } from '../helpers/browser.js';
import { launchChromium, skipWithoutChromium } from '../helpers/chromium.js';
import { CLIENT, startProvider } from '../helpers/provider.js';
import { recordLog } from '../helpers/recorded-log.js';
import { freePort, run, SECRET_KEY } from '../helpers/service.js';

const PEOPLE = {
  ada: { preferred_username: 'ada', groups: ['ops', 'dev'] },
  grace: { preferred_username: 'not valid', email: 'grace@example.com', groups: ['dev'] },
  taken: { preferred_username: 'bob', groups: ['dev'] },
  nameless: { preferred_username: '', email: 'no name@example.com', groups: ['dev'] },
  stranger: { preferred_username: 'stranger', groups: ['sales'] },
  nobody: { preferred_username: 'nobody' },
};

async function startBoth(inToken: boolean, more: Readonly<Record<string, string>> = {}) {
  const PORT = String(await freePort());
  const BASE_URL = `http://127.0.0.1:${PORT}`;
  const provider = await startProvider(`${BASE_URL}/api-auth/oidc/callback/`, PEOPLE, inToken);
  const recorded = recordLog();
  const env = {
    ...{ PORT, BASE_URL, AUTH_SCHEMES: 'session,token', SECRET_KEY, OIDC_NAME: 'Example <ID>' },
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    ...{ OIDC_ALLOWED: 'groups=dev', ...more },
  };
  const app = await startApp({ env, log: recorded.log });
  return { provider, app, env, recorded };
}
type Both = Awaited<ReturnType<typeof startBoth>>;
const useBoth = (inToken: boolean, more?: Readonly<Record<string, string>>): Both =>
  beforeTests(
    () => startBoth(inToken, more),
    async ({ app, provider }) => {
      await app.close();
      await provider.close();
    },
  );

describe('single sign-on', { skip: skipWithoutChromium }, () => {
  const both = useBoth(true);
  const small = useBoth(false, { PASSWORD_LOGIN: 'off' });
  let contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  async function openBrowser({ app }: Both = both): Promise<Page> {
    const context = await (await launchChromium()).newContext({ baseURL: app.url });
    context.setDefaultTimeout(90_000);
    contexts = [...contexts, context];
    return context.newPage();
  }

  /** From the login page to the form of the provider, and to what comes after both of its pages. */
  async function logIn(page: Page, person: keyof typeof PEOPLE, next = '/users/?format=api'): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`/api-auth/login/?${new URLSearchParams({ next })}`);
    await page.getByRole('link', { name: 'Log in with Example <ID>' }).click();
    await answerProvider(page, person);
  }
  /** It asks a browser once whether this service may know the person. */
  async function answerProvider(page: Page, person: keyof typeof PEOPLE, asks = true): Promise<void> {
    await page.locator('[name=login]').fill(person);
    await page.locator('[name=password]').fill('anything');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    if (asks) await page.getByRole('button', { name: 'Continue' }).click();
  }
  const nameOn = (page: Page) => page.locator('.username').textContent();
  const problemOn = (page: Page) => page.getByRole('alert').innerText();
  const cookiesOf = async (page: Page) =>
    (await page.context().cookies(both.app.url)).map(({ name }) => name);

  it('makes the account at the first login and finds it at the next, and leads to where the person was', async () => {
    const page = await openBrowser();
    for (const person of ['ada', 'grace', 'ada'] as const) {
      await logIn(page, person, '/users/?format=api&limit=7');
      await page.waitForURL('**/users/?format=api&limit=7');
      assert.equal(await nameOn(page), person);
    }
    // A provider that remembers its session asks nothing.
    await page.context().clearCookies({ name: 'sessionid' });
    await page.goto('/api-auth/oidc/?next=//another.example');
    await page.waitForURL(`${both.app.url}/`);
    assert.equal(await nameOn(page), 'ada');
    const users = await both.app.store.users.find({ _id: { $gt: 0 } }).toArray();
    const names = users.map(({ username }) => username);
    assert.deepEqual(names, ['ada', 'grace']);
    assert.ok(!JSON.stringify(users).includes('eyJ'), 'nothing of tokens is stored');
  });

  it('asks the provider for what it keeps out of the ID token', async () => {
    const page = await openBrowser(small);
    await logIn(page, 'ada');
    await page.waitForURL('**/users/?format=api');
    assert.equal(await nameOn(page), 'ada');
  });

  it('writes with the session, ends it, and offers to end that of the provider', async () => {
    const page = await openBrowser();
    await logIn(page, 'ada', '/');
    await page.waitForURL(`${both.app.url}/`);
    assert.deepEqual(
      (await cookiesOf(page)).filter((name) => name.startsWith('oidc-')),
      [],
    );
    await page.locator('.account summary').click();
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByText('You are logged out here.').waitFor();
    assert.ok(!(await cookiesOf(page)).includes('sessionid'));
    await page.getByRole('link', { name: 'Log out of Example <ID>' }).click();
    await page.waitForURL(`${both.provider.issuer}/session/end?client_id=snippets`);
  });

  it('never takes over a name, and lets an administrator link the account', async () => {
    const bob = await both.app.addUser('bob');
    const page = await openBrowser();
    await logIn(page, 'taken');
    const problem = await problemOn(page);
    const [, command = ''] = /run: snippet-store (users link bob --subject '?taken'?)/.exec(problem) ?? [];
    assert.ok(command, problem);
    assert.equal((await both.app.store.users.findOne({ username: 'bob' }))?.oidc, undefined);

    const settings = { ...both.env, DATA_DIR: both.app.settings.dataDir };
    const args = command.replaceAll("'", '').split(' ');
    const linked = await run([...args, '--json'], settings);
    assert.deepEqual(JSON.parse(linked.stdout), { id: bob.id, username: 'bob', subject: 'taken' });
    await logIn(page, 'taken');
    await page.waitForURL('**/users/?format=api');
    assert.equal(await nameOn(page), 'bob');
    const again = await run(['users', 'link', 'ada', '--subject', 'taken'], settings);
    assert.match(again.stderr, /has the account bob already/);
    const {
      OIDC_ISSUER: _,
      OIDC_CLIENT_ID: _id,
      OIDC_CLIENT_SECRET: _secret,
      OIDC_ALLOWED: _all,
      ...off
    } = settings;
    assert.match((await run(args, off)).stderr, /OIDC_ISSUER: required/);
  });

  it('lets nobody in without a claim that is allowed or without a name, and makes no account', async () => {
    const page = await openBrowser();
    for (const [person, problem] of [
      ['stranger', 'may not use this service'],
      ['nobody', 'may not use this service'],
      ['nameless', 'no valid user name'],
    ] as const) {
      await logIn(page, person);
      assert.ok((await problemOn(page)).includes(problem));
      await both.recorded.line('a single sign-on failed', ({ reason }) => String(reason).includes(problem));
      assert.equal(await both.app.store.users.findOne({ username: person }), null);
    }
  });

  it('ends with the deactivation of the user, and begins no session for one', async () => {
    const page = await openBrowser();
    await logIn(page, 'grace');
    await page.waitForURL('**/users/?format=api');
    const { _id = 0 } = (await both.app.store.users.findOne({ username: 'grace' })) ?? {};
    await setActive(both.app.store, _id, false);
    await page.reload();
    assert.equal(await page.locator('.username').count(), 0);
    await logIn(page, 'grace');
    assert.match(await problemOn(page), /grace is deactivated/);
    await setActive(both.app.store, _id, true);
  });

  it('works in two tabs at once, whichever comes back first', async () => {
    const first = await openBrowser();
    const second = await first.context().newPage();
    for (const [page, next] of [
      [first, '/snippets/'],
      [second, '/users/?format=api'],
    ] as const) {
      await page.goto(`/api-auth/login/?${new URLSearchParams({ next })}`);
      await page.getByRole('link', { name: 'Log in with' }).click();
      await page.locator('[name=login]').waitFor();
    }
    await answerProvider(second, 'ada');
    await second.waitForURL('**/users/?format=api');
    await answerProvider(first, 'ada', false);
    await first.waitForURL('**/snippets/');
    assert.equal(await nameOn(first), 'ada');
  });

  it('takes a callback once, only with its own state and cookie, and within ten minutes', async () => {
    const page = await openBrowser();
    await page.goto('/api-auth/login/');
    const callbacks: string[] = [];
    page.on(
      'request',
      (request) => void (request.url().includes('/callback/?') && callbacks.push(request.url())),
    );
    await page.getByRole('link', { name: 'Log in with' }).click();
    await page.locator('[name=login]').waitFor();
    const begun = await page.context().cookies(both.app.url);
    await answerProvider(page, 'ada');
    await page.locator('.username').waitFor();
    const [callback = ''] = callbacks;
    await page.context().clearCookies({ name: 'sessionid' });

    const used = /was not begun in this browser, was used already/;
    await page.goto(callback);
    assert.match(await problemOn(page), used);
    // With the cookie of before, it is the provider that refuses the code.
    await page.context().addCookies(begun);
    await page.goto(callback);
    assert.match(await problemOn(page), /this login was used already, or took too long/);
    for (const change of [
      (url: string) => url.replace(/state=./, 'state=~'),
      (url: string) => url.replace(/state=[^&]*/, 'state=a&state=b'),
      (url: string) => url.replace(/[?&]state=[^&]*/, ''),
    ]) {
      await page.context().addCookies(begun);
      await page.goto(change(callback));
      assert.equal(await page.locator('.username').count(), 0);
      assert.match(await problemOn(page), used);
    }
    const isFlow = ({ name }: { name: string }) => name.startsWith('oidc-');
    const changed = begun.filter(isFlow).map((cookie) => ({ ...cookie, value: `A${cookie.value.slice(1)}` }));
    assert.equal(changed.length, 1);
    await page.context().addCookies(changed);
    await page.goto(callback);
    assert.match(await problemOn(page), used);
    assert.ok(
      !both.recorded.text().includes(new URL(callback).searchParams.get('code') ?? ''),
      'no code in the log',
    );
  });

  it('says that the person did not agree, that clocks differ, and that a token is for somebody else', async () => {
    const page = await openBrowser();
    await page.goto('/api-auth/login/');
    await page.getByRole('link', { name: 'Log in with' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    assert.match(await problemOn(page), /did not let you in, or you did not agree/);
    const hour = 3600;
    for (const [change, problem, logged] of [
      [(claims: object) => ({ ...claims, exp: 1 }), /clocks? .*differ/, 'JWT_TIMESTAMP'],
      [
        (claims: { iat: number }) => ({ ...claims, iat: claims.iat + hour, nbf: claims.iat + hour }),
        /clock/,
        'JWT_TIMESTAMP',
      ],
      [(claims: object) => ({ ...claims, aud: 'another' }), /another service/, 'aud'],
      [(claims: object) => ({ ...claims, iss: 'https://another.example' }), /another service/, 'iss'],
      [(claims: object) => ({ ...claims, nonce: 'another' }), /another login/, 'nonce'],
    ] as const) {
      both.provider.changeTokens(change as never);
      await logIn(page, 'ada');
      assert.match(await problemOn(page), problem);
      await both.recorded.line('a single sign-on failed', ({ reason }) => String(reason).includes(logged));
      assert.equal(await page.locator('.username').count(), 0);
    }
    both.provider.changeTokens(undefined);
    assert.ok(!/eyJ|claims/.test(both.recorded.text()), 'nothing of tokens in the log');
  });

  it('takes errors of the provider for its word, whatever they are called', async () => {
    for (const [answer, status, detail] of [
      [{ error: 'access_denied' }, 403, 'it did not let you in, or you did not agree'],
      [{ error: 'constructor' }, 403, 'it refused the login'],
      [{ error: 'x'.repeat(201) }, 400, undefined],
      [{ code: 'guessed' }, 403, 'this login was used already, or took too long'],
      [{ code: 'guessed', iss: 'https://another.example' }, 403, 'its answer is not valid'],
      [{}, 403, 'its answer is not valid'],
    ] as const) {
      const browser = new Browser(both.app);
      const begun = await browser.fetch('/api-auth/oidc/');
      const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
      assert.equal(begun.status, 302);
      const query = new URLSearchParams({ state, iss: both.provider.issuer, ...answer });
      const ended = await browser.fetch(`/api-auth/oidc/callback/?${query}`);
      assert.equal(ended.status, status);
      if (detail) assert.equal((await ended.json()).detail, `The login with Example <ID> failed: ${detail}.`);
    }
  });

  it('says when the provider is away or silent, and goes on when it is back', async () => {
    const page = await openBrowser();
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().startsWith(`${both.app.url}/api-auth/oidc/`)) statuses.push(response.status());
    });
    both.provider.setAway('/token');
    await logIn(page, 'ada');
    assert.match(await problemOn(page), /does not answer as it should/);
    // What was learned of the provider is forgotten, so it is asked anew.
    both.provider.setAway('/', 'silent');
    await page.goto('/api-auth/oidc/');
    assert.match(await problemOn(page), /does not answer as it should/);
    assert.deepEqual(statuses, [302, 503, 503]);
    await both.recorded.line('a single sign-on failed', ({ reason }) =>
      String(reason).includes('OAUTH_TIMEOUT'),
    );
    both.provider.setAway(undefined);
    await logIn(page, 'ada');
    await page.waitForURL('**/users/?format=api');
  });

  it('has no form and no endpoint for passwords with PASSWORD_LOGIN=off', async () => {
    const { app } = small;
    const page = await (await app.fetch('/api-auth/login/')).text();
    assert.deepEqual(
      [page.includes('password'), page.includes('Log in with Example &lt;ID&gt;')],
      [false, true],
    );
    const body = () => new URLSearchParams({ username: 'ada', password: 'x' });
    assert.equal((await app.fetch('/api-auth/login/', { method: 'POST', body: body() })).status, 405);
    assert.equal((await app.fetch('/api-token-auth/', { method: 'POST', body: body() })).status, 404);
  });
});
