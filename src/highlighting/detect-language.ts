/** Detects the language that code looks like. */
import { guessLanguage, loadGrammar } from './grammars.js';
import { OutOfTime, runWithin } from './run-within.js';

/** Common languages that are told apart well. Each further one takes code of the others for its own, as SCSS and Perl do. */
const DETECTED = (
  'bash c cpp csharp css diff dockerfile go graphql ini java javascript json kotlin lua makefile markdown nginx php ' +
  'powershell python r ruby rust scala sql swift typescript xml yaml'
).split(' ');

/** UTF-16 code units that are looked at: each of the languages highlights them. */
const LOOKED_AT = 2000;

/** The language of what looks like no other. */
export const PLAIN_TEXT = 'plaintext';

/** Blocks. */
export function detectLanguage(code: string, timeoutMs: number): string {
  for (const language of DETECTED) loadGrammar(language);
  try {
    return runWithin(timeoutMs, () => guessLanguage(code.slice(0, LOOKED_AT), DETECTED)) ?? PLAIN_TEXT;
  } catch (error) {
    if (error instanceof OutOfTime) return PLAIN_TEXT;
    throw error;
  }
}
