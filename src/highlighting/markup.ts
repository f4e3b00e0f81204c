/** What is stored of highlighted code: its markup, with a span for each colour, and the beginning of it, for lists. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { escapeHtml, unescapeHtml } from './escape.js';

/** What is stored of the markup. */
export interface StoredMarkup {
  /** Empty where the excerpt is all of it, as of most snippets. Read it by `wholeMarkup`: long markup is compressed. */
  readonly markup: string;
  /** Its beginning, with every span closed. */
  readonly excerpt: string;
}

/** Why code has no colours. */
export const PLAIN_REASONS = ['timeout', 'too-large', 'failed'] as const;
export type PlainReason = (typeof PLAIN_REASONS)[number];

export interface Highlighted extends StoredMarkup {
  /** null: it has colours. */
  readonly plain: PlainReason | null;
  /** The error, if the grammar or its thread failed. */
  readonly cause?: unknown;
}

/** Code points of code. */
const EXCERPT_CHARACTERS = 1000;
/** UTF-16 code units of markup: a grammar may put each character into a span of its own. */
const EXCERPT_MARKUP = 8000;

/** @param markup of our own making: it holds text, references and spans */
export function splitMarkup(markup: string): StoredMarkup {
  let at = 0;
  let open = 0;
  for (let characters = 0; at < markup.length; ) {
    if (markup[at] === '<') {
      open += markup[at + 1] === '/' ? -1 : 1;
      at = markup.indexOf('>', at) + 1;
    } else if (characters === EXCERPT_CHARACTERS || at > EXCERPT_MARKUP) {
      return { markup, excerpt: markup.slice(0, at) + '</span>'.repeat(open) };
    } else {
      characters += 1;
      at = markup[at] === '&' ? markup.indexOf(';', at) + 1 : at + lengthAt(markup, at);
    }
  }
  return { markup: '', excerpt: markup };
}

/** @returns 2 for a character outside the Basic Multilingual Plane */
const lengthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** All of the markup. @throws Error with a code of zlib when it is none of ours */
export const wholeMarkup = ({ markup, excerpt }: StoredMarkup): string =>
  markup === '' ? excerpt : decompress(markup);

/** UTF-16 code units. Of real files the markup of longer ones takes a fifth of its room when it is compressed. */
const LONG = 4000;
/** Bytes of markup. The page about a snippet with more would hold the event loop for longer than 50 ms. */
export const MOST_BYTES = 3_000_000;
/** What compressed markup (RFC 1951, in Base64) begins with. Markup has it at the end of a tag only. */
const COMPRESSED = '>';

/** Makes a native object: not for work that may be interrupted (`runWithin` of highlight.ts). */
export function compress(markup: string): string {
  if (markup.length < LONG) return markup;
  return COMPRESSED + deflateRawSync(markup, { level: 1 }).toString('base64');
}

function decompress(stored: string): string {
  if (!stored.startsWith(COMPRESSED)) return stored;
  const bytes = Buffer.from(stored.slice(COMPRESSED.length), 'base64');
  return inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8');
}

/** Fast for any code: escaping the longest code takes about a millisecond. */
export function plainMarkup(code: string, reason: PlainReason, cause?: unknown): Highlighted {
  return { ...splitMarkup(escapeHtml(code)), plain: reason, ...(cause !== undefined && { cause }) };
}

/** The code of markup, or of an excerpt, without its colours. */
export const textOf = (markup: string): string => unescapeHtml(markup.replace(/<[^<>]*>/g, ''));
