/** A real browser and an application for the cases of one suite, and what the browser and axe-core say of the pages. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, beforeEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type TestUser, useApp, useUser } from './app.js';
import { logIn as logInUnseen } from './browser.js';

const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

/** CI brings a browser: there its absence is a failure, not a reason to look away. */
export const skipWithoutChromium =
  process.env.CI !== 'true' &&
  !existsSync(executablePath) &&
  `needs Chromium at ${executablePath} (CHROMIUM_BIN)`;

let launched: Promise<Browser> | undefined;

/** A browser that the suites of a process share: each opens contexts of its own. */
export function launchChromium(): Promise<Browser> {
  // Loading it takes a third of a second, also where no browser is started.
  launched ??= import('playwright-core').then(({ chromium }) =>
    chromium.launch({
      executablePath,
      args: [
        '--disable-gpu',
        // For each context Chromium would start a process in advance, which costs as much as the context itself. The
        // other names are Playwright's, of which the last list counts.
        '--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,OptimizationHints,MediaRouter',
      ],
    }),
  );
  return launched;
}

// With a browser the process would not end.
if (process.argv[1]?.endsWith('.test.js')) after(async () => (await launched)?.close());

/**
 * A page in a context of its own, so with cookies of its own.
 *
 * @param troubles receives console errors, exceptions and requests that leave the host; but not that an answer was 4xx
 *   or the browser offline, which Chromium reports
 */
async function openPage(
  { baseURL = '', ...options }: BrowserContextOptions,
  troubles: string[],
): Promise<Page> {
  const context = await (await launchChromium()).newContext({ baseURL, ...options });
  // A busy machine takes long.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  // A page with unsaved work asks before it is left. Tests answer other questions themselves.
  page.on('dialog', (dialog) => (dialog.type() === 'beforeunload' ? dialog.accept() : undefined));
  page.on('console', (message) => {
    const isExpected = /^Failed to load resource: .*(status of 4\d\d|INTERNET_DISCONNECTED)/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isExpected) troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url))
      troubles.push(`${page.url()} asks ${url}`);
  });
  return page;
}

/** Opens the form on the page of a snippet, and waits until its script has put the focus into it. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.locator('#form-code:focus').waitFor();
  await page.locator('.snippet-form .primary:enabled').waitFor();
}

/** By the menu of the account, as a person does. */
export async function logOut(page: Page): Promise<void> {
  await page.locator('.account summary').click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
}

/** By the link and the form, as a person does. */
export async function logIn(page: Page, user: TestUser): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, user);
}

/** By the login form, which is open. */
export async function fillLogin(page: Page, { username, password }: TestUser): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.username').waitFor();
}

/**
 * What the cases of a suite share. Call it first in a suite that is skipped where there is no Chromium
 * (`skipWithoutChromium`).
 *
 * @param env settings of the application, in which alice has an account
 */
export function inBrowser(env: Readonly<Record<string, string>> = {}) {
  const app = useApp({ env: { AUTH_SCHEMES: 'session,basic', ...env } });
  const alice = useUser(app, 'alice');
  let opened: Page[] = [];
  const troubles: string[] = [];
  // A page that a suite opens in `before` stays open for all of its cases.
  beforeEach(() => {
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map(close));
    assert.deepEqual(troubles.splice(0), []);
  });

  /**
   * Opens a path, with cookies of its own. `baseURL` names another application. What a case opens is closed after it,
   * and fails when a page has seen trouble.
   */
  async function open(path: string, options: BrowserContextOptions = {}, user?: TestUser): Promise<Page> {
    const url = options.baseURL ?? app.url;
    const page = await openPage({ baseURL: url, ...options }, troubles);
    opened.push(page);
    if (user) {
      // Without a page, which saves three of them; `logIn` does it as a person does.
      const { cookies } = await logInUnseen(url, user);
      await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    }
    await page.goto(path);
    return page;
  }
  /** The same, for a user who is logged in. */
  const openAs = (user: TestUser, path: string, options?: BrowserContextOptions) => open(path, options, user);
  return { app, alice, open, openAs };
}

/** Sometimes Chromium never answers: when the page is about to be left. The browser closes the context in the end. */
async function close(page: Page): Promise<void> {
  await Promise.race([page.context().close(), sleep(5000, undefined, { ref: false })]);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of many that are alike, axe looks at the first three. */
const ALIKE = ['.rows li', '.numbers a', '.operation', '[role="option"]', 'option'];
const LOOKED_AT = JSON.stringify({ exclude: ALIKE.map((part) => `${part}:nth-of-type(n + 4)`) });

/** Of a page that was looked at in another colour scheme before, only the colours are different. */
type Looked = 'all' | 'colours';

/** Only violations are described; the size of targets is off by default. */
const RULES: Readonly<Record<Looked, string>> = {
  all: "{ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }",
  colours: "{ resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] }",
};

/** @returns for each rule that axe-core finds broken its name, and the elements with what is wrong with each */
export async function findViolations(page: Page, looked: Looked = 'all'): Promise<string[]> {
  // On its way from one colour to the other an element has neither.
  if (looked === 'colours')
    await page.evaluate('for (const change of document.getAnimations()) change.finish()');
  else await page.evaluate(axe);
  const { violations } = (await page.evaluate(`axe.run(${LOOKED_AT}, ${RULES[looked]})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.map(({ id, nodes }) =>
    [id, ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)].join('\n'),
  );
}
