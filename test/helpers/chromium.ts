/** A real browser for tests, and what it noticed while it showed pages of the application. */
import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp, TestUser } from './app.js';

const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

/** CI brings a browser: there its absence is a failure, not a reason to look away. */
export const skipWithoutChromium =
  process.env.CI !== 'true' &&
  !existsSync(executablePath) &&
  `needs Chromium at ${executablePath} (CHROMIUM_BIN)`;

/** How long a browser waits for the next suite of its process, in milliseconds. */
const IDLE_MS = 1000;

let launched: Promise<Browser> | undefined;
let users = 0;

/** A browser that the suites of a process share: each opens contexts of its own. Give it back with `releaseChromium`. */
export function launchChromium(): Promise<Browser> {
  users += 1;
  launched ??= launch();
  return launched;
}

export function releaseChromium(): void {
  users -= 1;
  setTimeout(async () => {
    if (users > 0) return;
    const browser = launched;
    launched = undefined;
    await (await browser)?.close();
  }, IDLE_MS);
}

async function launch(): Promise<Browser> {
  // Loading it takes a third of a second, also where no browser is started.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // For each context Chromium would start a process in advance, which costs as much as the context itself. The other
      // names are Playwright's, of which the last list counts.
      `--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,OptimizationHints,MediaRouter`,
    ],
  });
}

export interface Watched {
  readonly page: Page;
  /** Console errors, exceptions and dialogs; but not that the answer to a refusal was 4xx, which Chromium reports. */
  readonly troubles: string[];
  /** Requests that left the host. */
  readonly elsewhere: string[];
}

/** A page in a context of its own, so with cookies of its own. */
export async function openPage(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: app.url, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  const elsewhere: string[] = [];
  // A page with unsaved work asks before it is left. Tests answer other questions themselves.
  page.on('dialog', (dialog) => (dialog.type() === 'beforeunload' ? dialog.accept() : undefined));
  page.on('console', (message) => {
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !isRefusal) troubles.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${app.url}/`) && !url.startsWith('data:')) elsewhere.push(url);
  });
  return { page, troubles, elsewhere };
}

/** Opens the form on the page of a snippet, and waits for its script. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.locator('.snippet-form .primary:enabled').waitFor();
}

/** By the menu of the account, as a person does. */
export async function logOut(page: Page): Promise<void> {
  await page.locator('.account summary').click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
}

/** By the menu of a snippet. The delete is sent when the time to undo it is over. */
export async function pressDelete(page: Page): Promise<void> {
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('This will be deleted in 10 seconds.').waitFor();
}

/** The same, and lets the time to undo it pass at once. */
export async function deleteAtOnce(page: Page): Promise<void> {
  await page.clock.install();
  await pressDelete(page);
  await page.clock.fastForward(10_000);
}

/** By the login form, as a person does. */
export async function logIn(page: Page, { username, password }: TestUser): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.username').waitFor();
}
