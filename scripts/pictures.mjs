// Takes pictures of highlighted documents, and of every page, to be looked at: `npm run pictures -- [FOLDER] [STYLE...]`.
// With styles named, only documents are taken. CHROMIUM_BIN names another browser than Debian's.
import { mkdir } from 'node:fs/promises';
import { launchChromium } from '../dist-test/helpers/chromium.js';
import { pictureDocuments } from './pictures/documents.mjs';
import { picturePages } from './pictures/pages.mjs';

const [folder = 'pictures', ...styles] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const browser = await launchChromium();
await pictureDocuments(browser, folder, styles.length > 0 ? styles : ['friendly']);
if (styles.length === 0) await picturePages(browser, folder);
await browser.close();
