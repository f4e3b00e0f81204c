/** Highlights code within limits of time and size, in a thread of its own: everything here blocks. */
import { setPriority } from 'node:os';
import { Script } from 'node:vm';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../errors/error-code.js';
import { detectLanguage, NO_LANGUAGE } from './detect-language.js';
import { highlightCode, loadGrammar } from './grammars.js';
import type { Task, TaskResult } from './highlighter.js';
import { defaultLanguage } from './languages.js';
import { compress, type Highlighted, MOST_BYTES, plainMarkup, splitMarkup, textOf } from './markup.js';

/**
 * Highlights snippets under one time limit: to begin one costs as much as highlighting a short snippet. A snippet that
 * is interrupted in the time of others is begun again in the next turn, as the first. Beyond the limits the markup is
 * the escaped code, without colours.
 *
 * @param timeoutMs for languages and grammars. The rest takes a few milliseconds for any code
 * @returns the first results, at least one
 * @throws Error if a language is unknown
 */
export function highlightTurn(tasks: readonly Task[], timeoutMs: number): TaskResult[] {
  const began = performance.now();
  const languages = languagesOf(tasks, timeoutMs);
  const left = Math.max(timeoutMs - Math.ceil(performance.now() - began), 1);
  for (const language of languages) loadGrammar(language);
  const done: Highlighted[] = [];
  runWithin(left, () => {
    for (const [i, { code }] of tasks.entries()) done.push(highlight(code, languages[i] ?? NO_LANGUAGE));
  });
  const [first] = tasks;
  if (done.length === 0 && first) done.push(plainMarkup(first.code, 'timeout'));
  return done.map((one, i) => ({
    ...one,
    markup: compress(one.markup),
    language: languages[i] ?? NO_LANGUAGE,
  }));
}

/** Where time runs out before they are found, the others are none. */
function languagesOf(tasks: readonly Task[], timeoutMs: number): string[] {
  const given = tasks.flatMap(({ language }) => language ?? []);
  if (given.length === tasks.length) return given;
  const found: string[] = [];
  runWithin(timeoutMs, () => {
    for (const { code, language } of tasks) found.push(language ?? detectLanguage(code));
  });
  return tasks.map((_, i) => found[i] ?? NO_LANGUAGE);
}

function highlight(code: string, language: string): Highlighted {
  try {
    const markup = highlightCode(code, language);
    if (Buffer.byteLength(markup) > MOST_BYTES) return plainMarkup(code, 'too-large');
    // highlight.js puts a newline in place of what a grammar calls illegal at the end of a line: CR, U+2028, U+2029.
    if (textOf(markup) !== code) throw new Error(`The grammar of ${language} has changed the code.`);
    return { ...splitMarkup(markup), plain: null };
  } catch (error) {
    return plainMarkup(code, 'failed', error);
  }
}

// A script is what Node.js can interrupt, and sees only what is global.
const NAME = 'workWithinTime';
const script = new Script(`${NAME}()`);

/**
 * Interrupts work that takes too long, in the thread that does it. The thread goes on with other work. An interruption
 * runs no `catch` and no `finally` of the work, which makes no native object (a stream, a hash): one that is half made
 * ends the process when it is collected.
 */
function runWithin(milliseconds: number, work: () => void): void {
  Reflect.set(globalThis, NAME, work);
  try {
    script.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
}

/** In a thread: some snippets a message. `null` ends it. */
function serve(port: MessagePort, timeoutMs: number): void {
  // On Linux the priority is that of the calling thread (setpriority(2)): the event loop goes first where cores are few.
  if (process.platform === 'linux') setPriority(5);
  loadGrammar(defaultLanguage);
  port.on('message', (tasks: readonly Task[] | null) => {
    if (tasks === null) port.close();
    else port.postMessage(highlightTurn(tasks, timeoutMs));
  });
}

if (parentPort) serve(parentPort, workerData);
