/** Compresses the HTML of a snippet for the store, and replaces HTML that is too large for its code. */
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
import { excerptOf } from './excerpt.js';
import { type Highlighted, maxHtmlBytes, plainHtml } from './highlight.js';
import type { HighlightInput } from './html-page.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface CompressedPage extends Omit<Highlighted, 'html'> {
  /** In the coding that every client knows, so that it is sent as it is stored. */
  readonly gzip: Uint8Array;
  /** The beginning of the code, for lists. */
  readonly excerpt: string;
}

/** A page has a style sheet of some kilobytes. Compressed, the HTML of real code is about half as large as the code. */
const [CONSTANT, FACTOR] = [16 * 1024, 3];

/** What a store keeps of one snippet is limited by what its sender has sent. */
export async function compressPage(
  input: HighlightInput,
  { html, ...facts }: Highlighted,
  factor = FACTOR,
): Promise<CompressedPage> {
  const bytes = await compress(html);
  if (facts.plain || bytes.length <= CONSTANT + factor * Buffer.byteLength(input.code))
    return { ...facts, gzip: bytes, excerpt: excerptOf(html, input.code) };
  return compressPage(input, plainHtml(input, 'too-large'));
}

/** Bytes that are decompressed at once, in less time than handing them to another thread takes. */
const SHORT = 4096;

export async function decompressPage(page: Uint8Array): Promise<string> {
  const options = { maxOutputLength: 2 * maxHtmlBytes };
  return String(page.length <= SHORT ? gunzipSync(page, options) : await decompress(page, options));
}
