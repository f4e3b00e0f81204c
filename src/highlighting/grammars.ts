/** highlight.js with the grammars that were needed so far: loading all of them takes a third of a second a thread. */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { keepCarriageReturns } from './escape.js';
import { isLanguage } from './languages.js';

const require = createRequire(import.meta.url);
const core: HLJSApi = require('highlight.js/lib/core');
// An instance of our own: whoever else loads highlight.js in this process registers nothing here.
const hljs = core.newInstance();
const loaded = new Set<string>();

/**
 * `http` lets the body's language be guessed among all registered ones: slow, and its answer would depend on what this
 * thread has shown before. Bodies are these two, or text.
 */
const guessed: Readonly<Record<string, readonly string[]>> = {
  http: ['json', 'xml'],
};

/**
 * The code as HTML, escaped, with spans of classes `hljs-...`.
 *
 * @throws Error when the language is unknown, or the grammar fails on this code
 */
export function highlightCode(code: string, language: string): string {
  load(language);
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  if (result.errorRaised !== undefined) throw result.errorRaised;
  return keepCarriageReturns(result.value);
}

/** Registers a language and, since a missing one would silently stay plain, all that it embeds. */
function load(language: string): void {
  if (loaded.has(language)) return;
  if (!isLanguage(language)) throw new Error(`Unknown language: ${language}`);
  loaded.add(language);
  const grammar: LanguageFn = require(`highlight.js/lib/languages/${language}`);
  const embedded = new Set<string>();
  hljs.registerLanguage(language, (api) => {
    const definition = grammar(api);
    collectEmbedded(definition, language, embedded, new Set());
    return definition;
  });
  for (const name of embedded) load(name);
}

/** Walks a definition, which may be cyclic, for its `subLanguage`s. */
function collectEmbedded(node: unknown, language: string, found: Set<string>, seen: Set<unknown>): void {
  if (typeof node !== 'object' || node === null || node instanceof RegExp || seen.has(node)) return;
  seen.add(node);
  if ('subLanguage' in node) {
    if (Array.isArray(node.subLanguage) && node.subLanguage.length === 0) {
      node.subLanguage = [...(guessed[language] ?? [])];
    }
    for (const name of [node.subLanguage].flat()) if (typeof name === 'string') found.add(name);
  }
  for (const child of Object.values(node)) collectEmbedded(child, language, found, seen);
}
