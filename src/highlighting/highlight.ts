/** Highlights code within limits of time and size, in a thread of its own: everything here blocks. */
import { Script } from 'node:vm';
import { codeOf } from '../errors/error-code.js';
import { guessLanguage, highlightCode, loadGrammar } from './grammars.js';
import type { Done } from './highlighter.js';
import { defaultLanguage } from './languages.js';
import { type Highlighted, plainMarkup, splitMarkup } from './markup.js';

/** Markup over both is too large: what a store keeps of a snippet is limited by what its sender has sent. */
const [MOST_BYTES, MOST_TIMES] = [16 * 1024, 8];

interface Snippet {
  readonly code: string;
  readonly language: string;
}

/**
 * Highlights snippets under one time limit after the other: to begin one costs as much as highlighting a short snippet.
 * Each has all of the time, since one that is interrupted in the time of others is begun again. Beyond the limits the
 * markup is the escaped code, without colours.
 *
 * @param timeoutMs for the grammar. The rest takes a few milliseconds for any code
 * @throws Error if a language is unknown
 */
export function highlightAll(snippets: readonly Snippet[], timeoutMs: number): Done[] {
  const done: Done[] = [];
  for (const { language } of snippets) loadGrammar(language);
  while (done.length < snippets.length) {
    const waiting = snippets.slice(done.length);
    const before = done.length;
    try {
      runWithin(timeoutMs, () => {
        for (const snippet of waiting) done.push({ ...highlight(snippet), language: snippet.language });
      });
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      const [first] = waiting;
      if (done.length > before || !first) continue;
      done.push({ ...plainMarkup(first.code, 'timeout'), language: first.language });
    }
  }
  return done;
}

function highlight({ code, language }: Snippet): Highlighted {
  try {
    const markup = highlightCode(code, language);
    const bytes = Buffer.byteLength(markup);
    const isTooLarge = bytes > MOST_BYTES && bytes > MOST_TIMES * Buffer.byteLength(code);
    return isTooLarge ? plainMarkup(code, 'too-large') : { ...splitMarkup(markup), plain: null };
  } catch (error) {
    return plainMarkup(code, 'failed', error);
  }
}

/**
 * Common languages that are told apart well, the more common ones first. Each further one takes code of the others for
 * its own, as CSS, Perl and R do.
 */
const DETECTED = (
  'python javascript typescript bash java c cpp csharp go sql json xml php ruby rust kotlin swift yaml markdown ' +
  'dockerfile scala lua diff ini makefile powershell graphql nginx'
).split(' ');

/** UTF-16 code units that are looked at: each of the languages highlights them. */
const LOOKED_AT = 2000;

/** @returns the language that code looks like; the default where that is not clear */
export function detectLanguage(code: string, timeoutMs: number): string {
  for (const language of DETECTED) loadGrammar(language);
  try {
    return runWithin(timeoutMs, () => guessLanguage(code.slice(0, LOOKED_AT), DETECTED)) ?? defaultLanguage;
  } catch (error) {
    if (error instanceof OutOfTime) return defaultLanguage;
    throw error;
  }
}

export class OutOfTime extends Error {}

// A script is what Node.js can interrupt, and sees only what is global.
const NAME = 'workWithinTime';
const script = new Script(`${NAME}()`);

/**
 * Interrupts work that takes too long, in the thread that does it. The thread goes on with other work. An interruption
 * runs no `catch` and no `finally` of the work.
 *
 * @throws OutOfTime, or the error of the work
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  Reflect.set(globalThis, NAME, work);
  try {
    return script.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    throw codeOf(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new OutOfTime() : error;
  }
}
