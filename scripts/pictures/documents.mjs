// Takes pictures of highlighted documents, on screens and as they are printed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHighlighter } from '#src/highlighting/highlighter.js';
import { renderHtmlPage } from '#src/highlighting/html-page.js';
import { diff, html, long, longTitle, markdown, python, rust, title } from './samples.mjs';

const pictures = [
  { name: 'plain-page', code: python, language: 'python', title: '', linenos: false },
  { name: 'title', code: python, language: 'python', title, linenos: false },
  { name: 'numbers', code: python, language: 'python', title, linenos: true },
  { name: 'html', code: html, language: 'xml', title: 'Tea & <biscuits>', linenos: true },
  { name: 'rust', code: rust, language: 'rust', title: '', linenos: true },
  { name: 'diff', code: diff, language: 'diff', title: 'A change', linenos: true },
  { name: 'markdown', code: markdown, language: 'markdown', title: '', linenos: false },
  {
    name: 'unicode',
    code: '# 日本語のコメント 😀\nname = "Größe ☕ العربية"\nprint(name)\t# tab\n',
    language: 'python',
    title: '日本語 😀',
    linenos: true,
  },
  { name: 'one-line', code: 'print(1)', language: 'python', title: '', linenos: true },
  {
    name: 'long-lines',
    code: long,
    language: 'sql',
    title: longTitle,
    linenos: true,
    width: 800,
    scroll: 300,
  },
  {
    name: 'many-lines',
    code: 'x += 1\n'.repeat(1200),
    language: 'python',
    title: '',
    linenos: true,
    height: 500,
    down: 1e6,
  },
  {
    name: 'phone',
    code: python,
    language: 'python',
    title: longTitle,
    linenos: true,
    width: 390,
    height: 844,
  },
  {
    name: 'phone-scrolled',
    code: python,
    language: 'python',
    title: longTitle,
    linenos: true,
    width: 390,
    height: 844,
    scroll: 200,
    down: 100,
  },
  {
    name: 'phone-bare',
    code: python,
    language: 'python',
    title: '',
    linenos: false,
    width: 390,
    height: 844,
  },
  {
    name: 'print',
    code: long + python,
    language: 'python',
    title,
    linenos: false,
    print: true,
    width: 718,
    height: 1000,
  },
  {
    name: 'print-numbers',
    code: long + python,
    language: 'python',
    title,
    linenos: true,
    print: true,
    width: 718,
    height: 1000,
  },
];

/** Of these every style is shown, of the others only the first one. */
const TELLING = ['numbers', 'diff'];

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} folder
 * @param {string[]} styles
 */
export async function pictureDocuments(browser, folder, [first, ...others]) {
  const highlighter = createHighlighter({ timeoutMs: 2000 });
  for (const picture of pictures) {
    const styles = TELLING.includes(picture.name) ? [first, ...others] : [first];
    for (const style of styles) await take(picture, style);
  }
  await highlighter.close();

  async function take(
    { width = 1000, height = 700, scroll = 0, down = 0, print = false, name, ...input },
    style,
  ) {
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    const highlighted = await highlighter.highlight(input, 'pictures');
    await page.setContent(renderHtmlPage({ ...input, ...highlighted, style }, '../'));
    await page.evaluate(([x, y]) => scrollTo(x, y), [scroll, down]);
    const path = join(folder, `${style.replaceAll('/', '-')}-${name}`);
    if (print) await page.emulateMedia({ media: 'print' });
    if (print) await writeFile(`${path}.pdf`, await page.pdf({ format: 'A4' }));
    await page.screenshot({ path: `${path}.png` });
    console.log(`${path}.png`);
    await page.close();
  }
}
