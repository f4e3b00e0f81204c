/** Makes a record of an export whole: what follows from its text, and what builds before the first release lacked. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { decompressPage } from '../highlighting/compress-page.js';
import { excerptOf } from '../highlighting/excerpt.js';
import { plainHtml } from '../highlighting/highlight.js';
import { inputOf } from '../highlighting/html-page.js';
import { charactersOf } from '../store/characters.js';
import type { SnippetRecord } from '../store/records.js';
import { schema } from '../store/schema/schema.js';
import { termsOf } from '../store/terms.js';

const compress = promisify(gzip);

/** What the builds before the first release stored: forms 1 to 3. */
interface Older extends Partial<SnippetRecord> {
  /** The page, not compressed: forms 1 and 2. */
  readonly highlighted?: string;
  readonly words?: readonly string[];
  readonly triedAgain?: number;
  readonly savedWith?: object;
}

type Snippet = Readonly<Record<string, unknown>> & Pick<SnippetRecord, '_id'>;

/** The stored HTML stays as it is: `snippets highlight` makes it anew. */
export async function completeSnippet(record: Snippet): Promise<Snippet> {
  // The export has been checked; the fields have the types of the record where they are there.
  const { highlighted, words, triedAgain, savedWith, ...snippet } = record as unknown as Older &
    SnippetRecord;
  const form = snippet.form ?? schema.writes;
  const whole = snippet.form === undefined ? await renewed(snippet, highlighted) : snippet;
  return { ...whole, form, terms: termsOf({ ...whole, form }) };
}

async function renewed(snippet: SnippetRecord, highlighted: string | undefined): Promise<SnippetRecord> {
  const { code } = snippet;
  const stored = highlighted ?? (snippet.highlightedGzip && (await decompressPage(snippet.highlightedGzip)));
  const page = stored ?? plainHtml(inputOf(snippet), 'failed').html;
  return {
    ...snippet,
    highlightedGzip: snippet.highlightedGzip ?? (await compress(page)),
    plain: stored === undefined || snippet.plain,
    excerpt: excerptOf(page, code),
    length: charactersOf(code),
  };
}
