// The built service with snippets to show, for pictures and measurements of its pages.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { basic, createClient } from 'snippet-store/sdk';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const password = 'only for these pictures';

export const openBrowser = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });

/** @param {Record<string, object[]>} snippets by the names of their owners */
export async function showService(snippets) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'snippet-store-'));
  const env = { ...process.env, PORT: '0', DATA_DIR, LOG_LEVEL: 'error', THROTTLE_RATES: 'none' };
  for (const name of Object.keys(snippets))
    spawnSync(process.execPath, [cli, 'users', 'create', name, '--password-stdin'], { env, input: password });
  const service = spawn(process.execPath, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const chunk of service.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (/listening on \S+\s/.test(said)) break;
  }
  const [, url = ''] = /listening on (\S+)/.exec(said) ?? [];
  for (const [username, inputs] of Object.entries(snippets)) {
    const store = createClient({ baseUrl: url, auth: basic(username, password) });
    for (const input of inputs) await store.createSnippet(input);
  }
  return {
    url,
    /** By the login form. @param {import('playwright-core').Page} page @param {string} username */
    async logIn(page, username) {
      await page.goto(`${url}/api-auth/login/?next=/snippets/`);
      await page.getByLabel('Username').fill(username);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.getByText(username).first().waitFor();
    },
    async close() {
      service.kill('SIGTERM');
      await once(service, 'exit');
      await rm(DATA_DIR, { recursive: true });
    },
  };
}

export const python = `"""Sieve of Eratosthenes, the lazy way."""
from itertools import count
from typing import Iterator

LIMIT = 1_000  # where the demonstration stops


class Sieve:
    """Keeps the multiples that are still ahead of us."""

    def __init__(self) -> None:
        self._composites: dict[int, list[int]] = {}

    def primes(self) -> Iterator[int]:
        for n in count(2):
            if n not in self._composites:
                yield n
                self._composites[n * n] = [n]
            else:
                for p in self._composites.pop(n):
                    self._composites.setdefault(n + p, []).append(p)
`;

export const rust = `/// Counts words.
#[derive(Debug, Default)]
pub struct Words<'a> { counts: HashMap<&'a str, usize> }

impl<'a> Words<'a> {
    pub fn add(&mut self, text: &'a str) -> usize {
        for word in text.split_whitespace() {
            *self.counts.entry(word).or_insert(0) += 1;
        }
        self.counts.len()
    }
}
`;
