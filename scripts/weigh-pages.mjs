// Measures pages as a slow line shows them: `npm run pages:weigh`. Requests, bytes as they were sent, and the time until
// the page has loaded (the API: until its first operation can be read), with nothing in the browser's cache.
// Ends with 1 if a page is over its goal.
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { launchChromium } from '../dist-test/helpers/chromium.js';
import { markdown, python, rust } from './pictures/samples.mjs';
import { showService } from './pictures/show-service.mjs';

const LINE = { offline: false, latency: 150, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const ROUNDS = 3;

/** The sum of all layout shifts until now. */
const SHIFT = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 300);
})`;

const pages = [
  { name: 'home', path: '/', shown: '.rows', goal: 1500 },
  { name: 'list of 50 snippets', path: '/snippets/?order=-created', shown: '.rows', goal: 1500 },
  { name: 'snippet', path: '/snippets/60/', shown: '.listing', goal: 1500 },
  { name: 'snippet, for its owner', path: '/snippets/60/', shown: '.listing', goal: 1500, as: 'alice' },
  { name: 'new snippet', path: '/snippets/?new', shown: '#form-post-code', goal: 1500, as: 'alice' },
  { name: 'user', path: '/users/1/', shown: '.rows', goal: 1500 },
  { name: 'API, until its first operation can be read', path: '/docs/', shown: '.operation', goal: 3000 },
];
/** Bytes of a page with all that it loads, and of its scripts: as they were sent, compressed, with their headers. */
const [MOST, MOST_SCRIPTS] = [60_000, 40_000];

const codes = [python, rust, markdown];
const languages = ['python', 'rust', 'markdown'];
const snippets = Array.from({ length: 60 }, (_, index) => ({
  title: `Snippet number ${index + 1}`,
  code: codes[index % 3],
  language: languages[index % 3],
  linenos: index % 2 === 1,
}));

const service = await showService({ snippets: { alice: snippets } });
const browser = await launchChromium();
let isOver = false;
try {
  console.log(
    '| page | requests | bytes | of them scripts | layout shift | first text, ms | loaded, ms | goal, ms |\n|---|---|---|---|---|---|---|---|',
  );
  for (const page of pages) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await weigh(page));
    const { requests, bytes, scripts, shift, firstText, loaded } = rounds.sort((a, b) => a.loaded - b.loaded)[
      ROUNDS >> 1
    ];
    if (loaded > page.goal || bytes > MOST || scripts > MOST_SCRIPTS || shift > 0.01) isOver = true;
    console.log(
      `| ${page.name} | ${requests} | ${bytes} | ${scripts} | ${shift} | ${firstText} | ${loaded} | ${page.goal} |`,
    );
  }
  const scripts = readdirSync('assets').filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(`assets/${name}`));
  const sum = (buffers) => buffers.reduce((bytes, { length }) => bytes + length, 0);
  const compressed = sum(texts.map((text) => brotliCompressSync(text)));
  if (compressed > MOST_SCRIPTS) isOver = true;
  console.log(
    `\nAll ${scripts.length} scripts together: ${sum(texts)} bytes, ${compressed} compressed (without Swagger UI).`,
  );
} finally {
  await browser.close();
  await service.close();
}
process.exitCode = isOver ? 1 : 0;

async function stateOf(username) {
  const context = await browser.newContext();
  await service.logIn(await context.newPage(), username);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A context of its own has a cache of its own, which is empty. */
async function weigh({ path, shown, as }) {
  const context = await browser.newContext({ baseURL: service.url, storageState: as && (await stateOf(as)) });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  let [requests, bytes, scripts] = [0, 0, 0];
  const types = new Map();
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1;
    bytes += encodedDataLength;
    if (types.get(requestId) === 'Script') scripts += encodedDataLength;
  });
  const began = performance.now();
  const isLoaded = page.goto(path, { waitUntil: 'load' });
  // What can be read counts, for a page that goes on loading.
  if (shown === '.operation') await page.locator(shown).first().waitFor();
  else await isLoaded;
  const loaded = Math.round(performance.now() - began);
  await isLoaded;
  await page.locator(shown).first().waitFor();
  const shift = await page.evaluate(SHIFT);
  const firstText = await page.evaluate(
    "Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0)",
  );
  await context.close();
  return {
    requests,
    bytes: Math.round(bytes),
    scripts: Math.round(scripts),
    shift: Math.round(shift * 1000) / 1000,
    firstText,
    loaded,
  };
}
