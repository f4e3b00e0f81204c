// Texts to be highlighted: what real code has in it, and what breaks badly.
export const python = `"""Sieve of Eratosthenes, the lazy way."""
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

export const html = `<!doctype html>
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

export const rust = `/// Counts words. See [\`HashMap\`].
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

export const diff = `diff --git a/tea.c b/tea.c
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

export const markdown = `# Heading one

Some *emphasis*, **strong words**, \`code\` and a [link](https://example.org/a?b=c).

> A quotation of two
> lines.

1. first
2. second

\`\`\`
fenced = True
\`\`\`
`;

export const long = `SELECT id, created, title, code, linenos, language, style, owner FROM snippets WHERE owner = 'somebody' AND created BETWEEN '2020-01-01' AND '2026-12-31' AND language IN ('python', 'rust') ORDER BY created, id LIMIT 1000;\n-- short again\nSELECT 1;\n`;
export const title = 'Sieve of Eratosthenes, the lazy way';
export const longTitle =
  'A title of one hundred characters is the longest that is accepted, so that it must break well here.';
