// Takes the pictures of the README into docs/pictures/: the list and a snippet, in light and dark. `npm run pictures`
import { writeFile } from 'node:fs/promises';
import { openBrowser, python, rust, showService } from './show-service.mjs';

/** A repository keeps every version of a picture. */
const MOST_BYTES = 80_000;
const snippets = {
  bob: [
    {
      title: 'Retry with jitter',
      language: 'go',
      code: 'func retry(ctx context.Context, attempt func() error) error {\n\tfor wait := base; ; wait = min(2*wait, most) {\n\t\tif err := attempt(); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n}\n',
    },
    {
      title: 'Largest tables',
      language: 'sql',
      style: 'github',
      code: "SELECT relname, pg_size_pretty(pg_total_relation_size(oid)) AS size\nFROM pg_class WHERE relkind = 'r'\nORDER BY pg_total_relation_size(oid) DESC LIMIT 10;\n",
    },
  ],
  alice: [
    { title: 'word_count.rs', language: 'rust', style: 'nord', code: rust },
    { title: 'Free the port 8000', language: 'bash', code: '#!/bin/sh\nlsof -ti tcp:8000 | xargs -r kill\n' },
    { title: 'Sieve of Eratosthenes, lazily', language: 'python', linenos: true, code: python },
  ],
};

const service = await showService(snippets);
const browser = await openBrowser();
try {
  for (const colorScheme of ['light', 'dark']) {
    const viewport = { width: 960, height: 640 };
    const context = await browser.newContext({ baseURL: service.url, colorScheme, viewport });
    const page = await context.newPage();
    await service.logIn(page, 'alice');
    await page.goto('/snippets/?order=-created');
    await take(page, `list-${colorScheme}`);
    await page.getByRole('link', { name: 'Sieve of Eratosthenes, lazily' }).click();
    await page.getByRole('heading', { name: 'Sieve of Eratosthenes, lazily' }).waitFor();
    await take(page, `snippet-${colorScheme}`);
    await context.close();
  }
} finally {
  await browser.close();
  await service.close();
}

/** WebP, which Playwright itself does not write. */
async function take(page, name) {
  await page.evaluate('document.activeElement.blur()');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MOST_BYTES) throw new Error(`${name} has ${bytes.length} bytes, at most ${MOST_BYTES}`);
  const path = `docs/pictures/${name}.webp`;
  await writeFile(path, bytes);
  console.log(`${path} ${bytes.length} bytes`);
}
