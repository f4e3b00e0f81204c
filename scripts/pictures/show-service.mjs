// A service with snippets to show, for pictures and measurements. MONGODB_URL: with that store.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basic, createClient } from 'snippet-store/sdk';
import { addUser } from '#src/commands/users/add-user.js';
import { readSettings } from '#src/config/index.js';
import { createLog } from '#src/observability/log.js';
import { startServer } from '#src/server/start-server.js';

const { MONGODB_URL } = process.env;
const STORE = MONGODB_URL && { MONGODB_URL, SECRET_KEY: 'a secret that is only for these pictures' };
const password = 'only for these pictures';

/**
 * @param {object} options
 * @param {Record<string, object[]>} options.snippets by the names of their owners
 * @param {Record<string, string>} [options.env]
 */
export async function showService({ snippets, env = {} }) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'snippet-store-'));
  const settings = await readSettings({ PORT: '0', DATA_DIR, LOG_LEVEL: 'silent', ...STORE, ...env });
  const server = await startServer(settings, createLog('silent'));
  const clientOf = (username) => createClient({ baseUrl: server.url, auth: basic(username, password) });
  for (const [username, inputs] of Object.entries(snippets)) {
    await addUser(server.store, username, password);
    for (const input of inputs) await clientOf(username).createSnippet(input);
  }
  return {
    url: server.url,
    client: clientOf,
    /** By the login form. @param {import('playwright-core').Page} page */
    async logIn(page, username) {
      await page.goto(`${server.url}/api-auth/login/?next=/snippets/`);
      await page.fill('#username', username);
      await page.fill('#password', password);
      await page.click('main button');
      await page.locator('.username').waitFor();
    },
    async close() {
      await server.stop();
      await rm(DATA_DIR, { recursive: true });
    },
  };
}
