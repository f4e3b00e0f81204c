/** The thread that highlights: some snippets a message, with a time limit for each. `null` ends it. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadGrammar } from './grammars.js';
import { highlightAll } from './highlight.js';
import type { Task } from './highlighter.js';
import { defaultLanguage } from './languages.js';

const timeoutMs: number = workerData;

// On Linux the priority is that of the calling thread (setpriority(2)): the event loop goes first where cores are few.
if (process.platform === 'linux') setPriority(5);

loadGrammar(defaultLanguage);

parentPort?.on('message', (tasks: readonly Task[] | null) => {
  if (tasks === null) return parentPort?.close();
  parentPort?.postMessage(highlightAll(tasks, timeoutMs));
});
