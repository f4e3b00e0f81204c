/** Highlights code within limits of time and size, in a thread of its own: everything here blocks. */
import { Script } from 'node:vm';
import { codeOf } from '../errors/error-code.js';
import { guessLanguage, highlightCode, loadGrammar } from './grammars.js';
import { PLAIN_TEXT } from './languages.js';
import { type Highlighted, plainMarkup, splitMarkup } from './markup.js';

/** Markup over both is too large: what a store keeps of a snippet is limited by what its sender has sent. */
const [MOST_BYTES, MOST_TIMES] = [16 * 1024, 8];

/**
 * Beyond the limits the markup is the escaped code, without colours.
 *
 * @param timeoutMs for the grammar. The rest takes a few milliseconds for any code
 * @throws Error if the language is unknown
 */
export function highlight(code: string, language: string, timeoutMs: number): Highlighted {
  loadGrammar(language);
  try {
    const markup = runWithin(timeoutMs, () => highlightCode(code, language));
    const bytes = Buffer.byteLength(markup);
    const isTooLarge = bytes > MOST_BYTES && bytes > MOST_TIMES * Buffer.byteLength(code);
    return isTooLarge ? plainMarkup(code, 'too-large') : { ...splitMarkup(markup), plain: null };
  } catch (error) {
    return error instanceof OutOfTime ? plainMarkup(code, 'timeout') : plainMarkup(code, 'failed', error);
  }
}

/** Common languages that are told apart well. Each further one takes code of the others for its own, as SCSS and Perl do. */
const DETECTED = (
  'bash c cpp csharp css diff dockerfile go graphql ini java javascript json kotlin lua makefile markdown nginx php ' +
  'powershell python r ruby rust scala sql swift typescript xml yaml'
).split(' ');

/** UTF-16 code units that are looked at: each of the languages highlights them. */
const LOOKED_AT = 2000;

/** Detects the language that code looks like. */
export function detectLanguage(code: string, timeoutMs: number): string {
  for (const language of DETECTED) loadGrammar(language);
  try {
    return runWithin(timeoutMs, () => guessLanguage(code.slice(0, LOOKED_AT), DETECTED)) ?? PLAIN_TEXT;
  } catch (error) {
    if (error instanceof OutOfTime) return PLAIN_TEXT;
    throw error;
  }
}

export class OutOfTime extends Error {}

// A script is what Node.js can interrupt, and sees only what is global.
const NAME = 'workWithinTime';
const script = new Script(`${NAME}()`);

/**
 * Interrupts work that takes too long, in the thread that does it. The thread goes on with other work. An interruption runs no `catch` and no `finally` of the work.
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
