/** highlight.js with the grammars needed so far. Loading all of them would take a third of a second per thread. */
import { createRequire } from 'node:module';
import type { Emitter, HLJSApi, LanguageFn } from 'highlight.js';
import { escapeHtml } from './escape.js';
import { isLanguage } from './languages.js';

/** By scope: `title.function` is `<span class="hljs-title function_">`. Grammars have some hundred scopes. */
const tags = new Map<string, string>();

function tagOf(scope: string): string {
  const [kind, ...finer] = scope.split('.');
  const names = [`hljs-${kind}`, ...finer.map((name, i) => name + '_'.repeat(i + 1))];
  const tag = `<span class="${names.join(' ')}">`;
  tags.set(scope, tag);
  return tag;
}

/**
 * Spans of one language in one another. Text inside more gets no further colours: a browser takes half a minute for
 * 66,000 of them.
 */
const DEEPEST = 50;

/**
 * Writes markup while highlight.js reads the code. Its own emitter builds a tree first and escapes each text in five
 * passes, which takes a quarter more of the time of a snippet.
 */
export class MarkupEmitter implements Emitter {
  #markup = '';
  #open = 0;

  addText(text: string): void {
    this.#markup += escapeHtml(text);
  }

  startScope(scope: string): void {
    this.#open += 1;
    if (this.#open <= DEEPEST) this.#markup += tags.get(scope) ?? tagOf(scope);
  }

  endScope(): void {
    if (this.#open === 0) return;
    if (this.#open <= DEEPEST) this.#markup += '</span>';
    this.#open -= 1;
  }

  /** highlight.js calls both names. */
  readonly openNode = this.startScope;
  readonly closeNode = this.endScope;

  /** @param language undefined for text that was guessed to be no language */
  __addSublanguage(emitter: Emitter, language: string | undefined): void {
    const markup = emitter.toHTML();
    this.#markup += language ? `<span class="language-${language}">${markup}</span>` : markup;
  }

  finalize(): void {
    // Nothing is left to do at the end.
  }

  /** Whole also where a grammar failed half-way. */
  toHTML(): string {
    return this.#markup + '</span>'.repeat(Math.min(this.#open, DEEPEST));
  }
}

const require = createRequire(import.meta.url);
const core: HLJSApi = require('highlight.js/lib/core');
// A separate instance, so that other code in this process cannot register grammars here.
const hljs = core.newInstance();
hljs.configure({ __emitter: MarkupEmitter });
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
  return result.value;
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
