// Measures pages as a slow line shows them, with nothing in the browser's cache: `npm run pages:weigh`. Requests, bytes as
// they were sent, layout shift and the time until the page has loaded. Ends with 1 if a page is over its goal.
import { openBrowser, python, rust, showService } from './show-service.mjs';

const LINE = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const ROUNDS = 3;
const MOST = { requests: 6, bytes: 60_000, shift: 0.01 };
const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 300);
})`;
const pages = [
  { name: 'home', path: '/', goal: 1500 },
  { name: 'list of 50 snippets', path: '/snippets/?order=-created', goal: 1500 },
  { name: 'snippet', path: '/snippets/60/', goal: 1500 },
  { name: 'snippet, for its owner', path: '/snippets/60/', goal: 1500, as: 'alice' },
  { name: 'new snippet', path: '/snippets/?new', goal: 1500, as: 'alice' },
  { name: 'user', path: '/users/1/', goal: 1500 },
  { name: 'reference', path: '/docs/', goal: 3000 },
];
const snippets = Array.from({ length: 60 }, (_, index) => ({
  title: `Snippet number ${index + 1}`,
  ...(index % 2 ? { code: rust, language: 'rust' } : { code: python, linenos: true }),
}));

const service = await showService({ alice: snippets });
const browser = await openBrowser();
try {
  const login = await browser.newContext();
  await service.logIn(await login.newPage(), 'alice');
  const alice = await login.storageState();
  console.log(
    '| page | requests | bytes | layout shift | loaded, ms | goal, ms |\n|---|---|---|---|---|---|',
  );
  for (const { name, path, goal, as } of pages) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await weigh(path, as && alice));
    const { requests, bytes, shift, loaded } = rounds.sort((a, b) => a.loaded - b.loaded)[ROUNDS >> 1];
    console.log(`| ${name} | ${requests} | ${bytes} | ${shift.toFixed(3)} | ${loaded} | ${goal} |`);
    const isOver = loaded > goal || requests > MOST.requests || bytes > MOST.bytes || shift > MOST.shift;
    if (isOver) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await service.close();
}

/** A context of its own has a cache of its own, which is empty. */
async function weigh(path, storageState) {
  const context = await browser.newContext({ baseURL: service.url, storageState });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  let [requests, bytes] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
  });
  const began = performance.now();
  await page.goto(path, { waitUntil: 'load' });
  const loaded = Math.round(performance.now() - began);
  const shift = await page.evaluate(SHIFT);
  await context.close();
  return { requests, bytes: Math.round(bytes), shift, loaded };
}
