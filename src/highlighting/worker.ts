/** The thread that highlights. All work that grows with the code happens here, never on the event loop. */
import { setPriority } from 'node:os';
import { type CompressedPage, compressPage } from './compress-page.js';
import { highlightCode } from './grammars.js';
import { highlight } from './highlight.js';
import type { HighlightInput } from './html-page.js';
import { defaultLanguage } from './languages.js';

export default function run(inputs: readonly HighlightInput[]): CompressedPage[] {
  return inputs.map((input) => {
    const page = compressPage(input, highlight(input));
    // A copy of the right length: the pool behind a buffer would travel with it.
    return { ...page, gzip: new Uint8Array(page.gzip) };
  });
}

// On Linux the priority is that of the calling thread (setpriority(2)): the event loop goes first where cores are few.
if (process.platform === 'linux') setPriority(5);

// A grammar is compiled at its first use. This compiles the default language before the first request.
highlightCode('def warm(up):\n    return f"{up}"  # 1\n', defaultLanguage);
