/** A real browser and an application for the cases of one suite. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { startApp, type TestApp, type TestUser } from './app.js';
import { launchChromium, openPage, releaseChromium, type Watched } from './chromium.js';

/** What the cases of a suite share. Read a property inside of a case or hook: before, nothing has started. */
export interface Site {
  readonly app: TestApp;
  /** Has an account. `openAs` logs her in. */
  readonly alice: TestUser;
  /** Opens a path, with cookies of its own. `baseURL` names another application. What a case opens is closed after it. */
  open(path: string, options?: BrowserContextOptions): Promise<Watched>;
  /** The same, for a user who is logged in. */
  openAs(user: TestUser, path: string, options?: BrowserContextOptions): Promise<Watched>;
}

/**
 * Call it first in a suite that is skipped where there is no Chromium (`skipWithoutChromium`).
 *
 * @param env settings of the application
 */
export function inBrowser(env: Readonly<Record<string, string>> = {}): Site {
  let app: TestApp;
  let alice: TestUser;
  let browser: Browser;
  let opened: Watched[] = [];
  before(async () => {
    browser = await launchChromium();
    app = await startApp({ env: { AUTH_SCHEMES: 'session,basic', ...env } });
    alice = await app.addUser('alice');
  });
  // A page that a suite opens in `before` stays open for all of its cases.
  beforeEach(() => {
    opened = [];
  });
  afterEach(() => Promise.all(opened.map(close)));
  after(async () => {
    releaseChromium();
    await app.close();
  });

  async function prepare({ baseURL = app.url, ...options }: BrowserContextOptions = {}) {
    const watched = await openPage(browser, { url: baseURL }, options);
    opened.push(watched);
    return watched;
  }

  async function open(path: string, options?: BrowserContextOptions) {
    const watched = await prepare(options);
    await watched.page.goto(path);
    return watched;
  }
  return {
    get app() {
      return app;
    },
    get alice() {
      return alice;
    },
    open,
    async openAs(user, path, options) {
      const watched = await prepare(options);
      await logInUnseen(watched.page.context(), user);
      await watched.page.goto(path);
      return watched;
    },
  };
}

/** Without a page, which saves three of them; `logIn` does it as a person does. */
async function logInUnseen({ request }: BrowserContext, { username, password }: TestUser): Promise<void> {
  const login = await request.get('/api-auth/login/');
  const [, csrfmiddlewaretoken = ''] =
    /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(await login.text()) ?? [];
  const answer = await request.post('/api-auth/login/', {
    form: { username, password, csrfmiddlewaretoken },
    headers: { Origin: new URL(login.url()).origin },
    maxRedirects: 0,
  });
  assert.equal(answer.status(), 302);
}

/** Sometimes Chromium never answers: when the page is about to be left. The browser closes the context in the end. */
async function close({ page }: Watched): Promise<void> {
  await Promise.race([page.context().close(), sleep(5000, undefined, { ref: false })]);
}
