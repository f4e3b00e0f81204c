/** The thread that highlights: one snippet a message, with a time limit for each. `null` ends it. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadGrammar } from './grammars.js';
import { detectLanguage, highlight } from './highlight.js';
import type { Done, Task } from './highlighter.js';
import { defaultLanguage } from './languages.js';

const timeoutMs: number = workerData;

// On Linux the priority is that of the calling thread (setpriority(2)): the event loop goes first where cores are few.
if (process.platform === 'linux') setPriority(5);

loadGrammar(defaultLanguage);

parentPort?.on('message', (task: Task | null) => {
  if (task === null) return parentPort?.close();
  const { code, language = detectLanguage(code, timeoutMs) } = task;
  const done: Done = { ...highlight(code, language, timeoutMs), language };
  parentPort?.postMessage(done);
});
