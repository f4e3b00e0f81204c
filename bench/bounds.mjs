// What has a limit of its own instead of a peer: memory, first byte, event-loop delay, weight of the explorer, start.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ask } from './fire.mjs';
import { watchMemory } from './server-process.mjs';
import { median } from './statistics.mjs';

const PROBE = new URL('event-loop-delay.mjs', import.meta.url).href;
const CHROMIUM = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';
const REPEATS = 5;

/**
 * @param {import('./subjects/index.mjs').Prepared} large the service over 100,000 snippets
 * @returns {Promise<Record<string, number>>} by the names of `boundGoals`; the worst of five for memory and delay
 */
export async function measureBounds(large) {
  const running = await large.start({ nodeArgs: ['--import', PROBE], ipc: true });
  const { address, pid, child } = running;
  const longestDelay = async () => {
    const answered = once(child, 'message');
    child.send('read');
    const [{ longestMs }] = await answered;
    return longestMs;
  };
  try {
    // What the first request of all loads is no part of a list's memory.
    for (let id = 1; id <= 200; id += 1) await ask(`${address}/snippets/${id}/`, {});
    const firstBytes = [];
    const stopWatching = watchMemory(pid);
    for (let i = 0; i < REPEATS; i += 1) firstBytes.push((await ask(`${address}/snippets/`, {})).firstByteMs);
    const residentMb = stopWatching();
    await longestDelay();
    for (let i = 0; i < REPEATS; i += 1) await ask(`${address}/users/`, {});
    const delayMs = await longestDelay();
    const explorerKb = existsSync(CHROMIUM) ? await explorerWeight(address) : undefined;
    return { firstByteMs: median(firstBytes), residentMb, delayMs, explorerKb };
  } finally {
    await running.stop();
  }
}

/** @returns {Promise<number>} kilobytes of headers and bodies that a browser gets until the explorer is shown */
async function explorerWeight(address) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const sizes = [];
    page.on('requestfinished', (request) => sizes.push(request.sizes()));
    await page.goto(`${address}/docs/`, { waitUntil: 'networkidle' });
    // Sizes come after the load.
    await sleep(300);
    const all = await Promise.all(sizes);
    return all.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0) / 1000;
  } finally {
    await browser.close();
  }
}
