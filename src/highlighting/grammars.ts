/** highlight.js with the grammars needed so far. Loading all of them would take a third of a second per thread. */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { isLanguage } from './languages.js';

const require = createRequire(import.meta.url);
const core: HLJSApi = require('highlight.js/lib/core');
// A separate instance, so that other code in this process cannot register grammars here.
const hljs = core.newInstance();
const loaded = new Set<string>();

/**
 * `http` would guess the body's language among all registered ones. That is slow, and the result would depend on what
 * this thread has highlighted before. So a body is one of these two, or text.
 */
const GUESSED = ['json', 'xml'];

/**
 * Returns the code as escaped HTML, with spans of classes `hljs-...`.
 *
 * @param language one that was loaded
 * @throws Error if the grammar fails on this code
 */
export function highlightCode(code: string, language: string): string {
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  if (result.errorRaised !== undefined) throw result.errorRaised;
  // highlight.js escapes the rest.
  return result.value.replaceAll('\r', '&#13;');
}

/** Extends another language, so code of that one is code of this one too. */
const EXTENDED = new Map([
  ['cpp', 'c'],
  ['typescript', 'javascript'],
]);

/**
 * Each keyword adds about 1 to the relevance. Prose has some of them by chance, and longer prose more: so longer code
 * has to look more like a language.
 */
const [LEAST, CHARACTERS] = [3, 45];

/**
 * @param languages which must be loaded
 * @returns the language that the code looks like, and like no other; undefined where that is not clear
 */
export function guessLanguage(code: string, languages: readonly string[]): string | undefined {
  const relevances = languages.map((language) => {
    const { relevance } = hljs.highlight(code, { language, ignoreIllegals: false });
    return [language, relevance] as const;
  });
  const [[best, relevance] = ['', 0], ...others] = relevances.sort(([, one], [, other]) => other - one);
  const [, next = 0] = others.find(([language]) => EXTENDED.get(language) !== best) ?? [];
  return relevance >= LEAST + code.length / CHARACTERS && relevance > next ? best : undefined;
}

/**
 * Registers and compiles a language and those that it embeds: highlight.js shows missing ones as plain text without an
 * error. An interruption would leave a grammar half compiled, so call this where nothing interrupts.
 *
 * @throws Error if the language is unknown
 */
export function loadGrammar(language: string): void {
  if (loaded.has(language)) return;
  if (!isLanguage(language)) throw new Error(`Unknown language: ${language}`);
  loaded.add(language);
  const grammar: LanguageFn = require(`highlight.js/lib/languages/${language}`);
  const embedded = new Set<string>();
  hljs.registerLanguage(language, (api) => {
    const definition = grammar(api);
    collectEmbedded(definition, embedded, new Set());
    return definition;
  });
  hljs.highlight('', { language });
  for (const name of embedded) loadGrammar(name);
}

/** Collects the `subLanguage`s of a definition, which may be cyclic. */
function collectEmbedded(node: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || node instanceof RegExp || seen.has(node)) return;
  seen.add(node);
  if ('subLanguage' in node) {
    if (Array.isArray(node.subLanguage) && node.subLanguage.length === 0) node.subLanguage = [...GUESSED];
    for (const name of [node.subLanguage].flat()) if (typeof name === 'string') found.add(name);
  }
  for (const child of Object.values(node)) collectEmbedded(child, found, seen);
}
