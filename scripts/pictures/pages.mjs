// Takes pictures of every page of the browsable interface, in light, dark and phone width.
import { join } from 'node:path';
import { showService } from './show-service.mjs';

const snippets = [
  {
    title: 'Sieve of Eratosthenes',
    code: 'def primes(limit):\n    seen = set()\n    for n in range(2, limit):\n        if n not in seen:\n            yield n\n            seen.update(range(n * n, limit, n))\n',
    linenos: true,
  },
  {
    title: '',
    code: 'SELECT owner, count(*) FROM snippets GROUP BY owner;',
    language: 'sql',
    style: 'github-dark',
  },
  {
    title:
      'A title of one hundred characters is the longest that is accepted, so that it must break well here.',
    code: 'fn main() {\n    println!("hello");\n}\n',
    language: 'rust',
    style: 'monokai',
  },
];

const sizes = { light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 390, height: 800 } } };

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 */
export async function picturePages(browser, folder) {
  const service = await showService({
    snippets: { alice: [] },
    env: { EMBED_ORIGINS: 'https://blog.example.com' },
  });

  let isFilled = false;
  for (const [size, options] of Object.entries(sizes)) {
    const viewport = { width: 1000, height: 900 };
    const context = await browser.newContext({ baseURL: service.url, viewport, ...options });
    const page = await context.newPage();

    /** The window is made as tall as the page: a picture of what lies beyond it leaves out frames. */
    const take = async (name) => {
      const { width, height } = page.viewportSize();
      const whole = await page.evaluate('document.documentElement.scrollHeight');
      await page.setViewportSize({ width, height: Math.max(whole, height) });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const path = join(folder, `page-${size}-${name}.png`);
      await page.screenshot({ path });
      console.log(path);
      await page.setViewportSize({ width, height });
    };
    const visit = async (path, name) => {
      await page.goto(path);
      await take(name);
    };

    if (!isFilled) await visit('/snippets/', 'empty');
    await visit('/api-auth/login/?next=/snippets/', 'login');
    await page.fill('#username', 'alice');
    await page.fill('#password', 'wrong');
    await page.click('main button');
    await take('login-refused');
    await service.logIn(page, 'alice');
    if (!isFilled) {
      await take('empty-known');
      for (const { title, code, linenos = false, language = 'python', style = 'friendly' } of snippets) {
        await page.goto('/');
        await page.goto('/snippets/?new');
        await page.fill('#form-post-title', title);
        await page.fill('#form-post-code', code);
        await page.setChecked('#form-post-linenos', linenos);
        await page.fill('#form-post-language', language);
        await page.fill('#form-post-style', style);
        await page.keyboard.press('Control+Enter');
        await page.waitForURL(/snippets\/\d+\/$/);
      }
      isFilled = true;
    }
    await visit('/', 'root');
    await visit('/snippets/?order=-created', 'list');
    await page.click('.account summary');
    await take('account');
    await page.goto('/');
    await page.goto('/snippets/?new');
    await page.locator('#form-post-code:focus').waitFor();
    await take('create');
    await page.fill('#form-post-code', 'SELECT owner, count(*)\nFROM snippets\nGROUP BY owner;\n');
    await page.locator('.preview .hljs-keyword').first().waitFor();
    await take('preview');
    await page.fill('#form-post-code', '   ');
    await page.keyboard.press('Control+Enter');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await take('field-error');
    await visit('/snippets/1/', 'detail');
    await page.getByText('Share', { exact: true }).click();
    await take('share');
    await page.keyboard.press('Escape');
    await page.click('.more > summary');
    await take('more');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await take('keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.locator('#form-put .preview .hljs').waitFor();
    await take('edit');
    await page.fill('#form-put-language', 'c');
    await take('choices');
    await page.keyboard.press('Escape');
    await page.fill('#form-put-title', `Sieve, once more (${size})`);
    await service.client('alice').updateSnippet({ ...snippets[0], id: 1, code: 'print("theirs")\n' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Someone saved a newer version.').waitFor();
    await take('conflict');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('No connection.').waitFor();
    await take('offline');
    await context.setOffline(false);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.click('#form-put .send button');
    await page.getByText('You are logged out.').waitFor();
    await take('logged-out');
    await context.addCookies(cookies);
    await page.click('#form-put .send button');
    await page.getByText('Saved.').waitFor();
    await take('saved');
    await page.goto('/snippets/1/#L2-L4');
    await page.reload();
    await take('lines');
    await page.goto('/snippets/1/');
    await page.click('.more > summary');
    await page.click('.delete button');
    await page.getByText('This will be deleted').waitFor();
    await take('deleting');
    await page.click('main .done button');
    await page.goto('/snippets/1/');
    await page.getByText('Request and response').click();
    await page.locator('.copy summary').nth(1).click();
    await take('exchange');
    await visit('/snippets/?q=sieve', 'search');
    await visit('/snippets/?q=sieves', 'no-match');
    await visit('/snippets/?language=klingon', 'refused-filter');
    await visit('/users/', 'users');
    await visit('/users/1/', 'user');
    await visit('/nothing/', 'not-found');
    await visit('/docs/', 'explorer');
    await page.click('.operation summary');
    await take('operation');
    await page.goto('/docs/try/#/snippets/createSnippet');
    await page.locator('.opblock.is-open').waitFor();
    await take('try-requests');
    await page.goto('/');
    await page.click('.account summary');
    await page.click('.site .logout button');
    await page.locator('.login').waitFor();
    await visit('/', 'root-anonymous');
    await visit('/snippets/1/', 'detail-anonymous');
    await visit('/snippets/', 'list-anonymous');
    await context.close();
  }
  await service.close();
}
