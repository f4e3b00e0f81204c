/** The folder of the installed highlight.js. Its files show which languages and styles exist. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Absolute path of the installed package. */
export const packageFolder = dirname(createRequire(import.meta.url).resolve('highlight.js/package.json'));
