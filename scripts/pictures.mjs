// Takes pictures of highlighted documents, and of every page, to be looked at: `npm run pictures -- [FOLDER] [STYLE...]`.
// With styles named, only documents are taken, with `--pages` only pages. `--readme` takes those of the README instead (docs/pictures/).
// CHROMIUM_BIN names another browser than Debian's.
import { mkdir } from 'node:fs/promises';
import { launchChromium } from '../dist-test/helpers/chromium.js';
import { pictureDocuments } from './pictures/documents.mjs';
import { picturePages } from './pictures/pages.mjs';
import { pictureForReadme } from './pictures/readme.mjs';

const [folder = 'pictures', ...styles] = process.argv.slice(2);
const browser = await launchChromium();
if (folder === '--readme') await pictureForReadme(browser);
else {
  await mkdir(folder, { recursive: true });
  if (styles[0] !== '--pages')
    await pictureDocuments(browser, folder, styles.length > 0 ? styles : ['friendly']);
  if (styles.length === 0 || styles[0] === '--pages') await picturePages(browser, folder);
}
await browser.close();
