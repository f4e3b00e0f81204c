// Takes pictures of highlighted documents, and then of every page, to be looked at: `npm run build && node scripts/picture.mjs [FOLDER] [STYLE...]`.
// CHROMIUM_BIN names another browser than Debian's.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createHighlighter } from '#src/highlighting/highlighter.js';

const [folder = 'pictures', ...styles] = process.argv.slice(2);

const python = `"""Sieve of Eratosthenes, the lazy way."""
from itertools import count
from typing import Iterator

LIMIT = 1_000  # where the demonstration stops


class Sieve:
    """Keeps the multiples that are still ahead of us."""

    def __init__(self, start: int = 2) -> None:
        self.start = start
        self._composites: dict[int, list[int]] = {}

    @property
    def seen(self) -> int:
        return len(self._composites)

    def primes(self) -> Iterator[int]:
        for n in count(self.start):
            if n not in self._composites:
                yield n
                self._composites[n * n] = [n]
            else:
                for p in self._composites.pop(n):
                    self._composites.setdefault(n + p, []).append(p)


if __name__ == '__main__':
    for prime in Sieve().primes():
        if prime > LIMIT:
            raise SystemExit(0)
        print(f'{prime:>5d}\\t{"odd" if prime % 2 else "even"}')
`;

const html = `<!doctype html>
<html lang="en">
  <head>
    <title>Tea &amp; biscuits</title>
    <style>
      .cup > .tea:hover { color: #7b3f00; margin: 0 auto }
      #saucer { width: calc(100% - 2rem) }
    </style>
    <script>
      const cups = /^\\d+ (cups?)$/u.exec(\`\${count} cups\`) ?? null; // how many
      document.querySelector('#saucer').textContent = cups?.[1];
    </script>
  </head>
  <body class="cup"><p id="saucer">One lump or two?</p></body>
</html>
`;

const rust = `/// Counts words. See [\`HashMap\`].
use std::collections::HashMap;

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

fn main() {
    let mut words = Words::default();
    println!("{} words, {:?}", words.add("to be or not to be"), 'x');
}
`;

const diff = `diff --git a/tea.c b/tea.c
index 83db48f..bf269f4 100644
--- a/tea.c
+++ b/tea.c
@@ -1,5 +1,6 @@
 #include <stdio.h>
-int main() { return 1; }
+#include <stdlib.h>
+int main(void) { return EXIT_SUCCESS; }
 /* the end */
`;

const markdown = `# Heading one

Some *emphasis*, **strong words**, \`code\` and a [link](https://example.org/a?b=c).

> A quotation of two
> lines.

1. first
2. second

\`\`\`
fenced = True
\`\`\`
`;

const long = `SELECT id, created, title, code, linenos, language, style, owner FROM snippets WHERE owner = 'somebody' AND created BETWEEN '2020-01-01' AND '2026-12-31' AND language IN ('python', 'rust') ORDER BY created, id LIMIT 1000;\n-- short again\nSELECT 1;\n`;
const title = 'Sieve of Eratosthenes, the lazy way';
const longTitle =
  'A title of one hundred characters is the longest that is accepted, so that it must break well here.';

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

await mkdir(folder, { recursive: true });
const highlighter = createHighlighter({ timeoutMs: 2000 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

for (const style of styles.length > 0 ? styles : ['friendly']) {
  for (const picture of style === 'friendly'
    ? pictures
    : pictures.filter(({ name }) => name === 'numbers' || name === 'diff')) {
    const { width = 1000, height = 700, scroll = 0, down = 0, print = false, name, ...input } = picture;
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: width < 500 ? 2 : 1,
    });
    await page.setContent((await highlighter.highlight({ ...input, style })).html);
    await page.evaluate(([x, y]) => scrollTo(x, y), [scroll, down]);
    const path = join(folder, `${style.replaceAll('/', '-')}-${name}`);
    if (print) await page.emulateMedia({ media: 'print' });
    if (print) await writeFile(`${path}.pdf`, await page.pdf({ format: 'A4' }));
    await page.screenshot({ path: `${path}.png` });
    process.stdout.write(`${path}.png\n`);
    await page.close();
  }
}

await browser.close();
await highlighter.close();

// With styles named, only those are looked at.
if (styles.length === 0) await import('./picture-pages.mjs');
