/** Where highlight.js lies on this machine: its folders are the authority on what it supports. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Absolute path of the installed package. */
export const packageFolder = dirname(createRequire(import.meta.url).resolve('highlight.js/package.json'));
