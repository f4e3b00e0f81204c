/** The thread that highlights: one snippet a message, with a time limit for each. `null` ends it. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadGrammar } from './grammars.js';
import { type HighlightInput, highlight } from './highlight.js';
import { defaultLanguage } from './languages.js';

const timeoutMs: number = workerData;

// On Linux the priority is that of the calling thread (setpriority(2)): the event loop goes first where cores are few.
if (process.platform === 'linux') setPriority(5);

loadGrammar(defaultLanguage);

parentPort?.on('message', (input: HighlightInput | null) => {
  if (input === null) parentPort?.close();
  else parentPort?.postMessage(highlight(input, timeoutMs));
});
