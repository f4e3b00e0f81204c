// Reads the body of a successful answer without changing a character of it.
import { SnippetStoreError } from './errors.js';

/** Unlike `Response.text()` it keeps a byte order mark: it may be the beginning of somebody's code. */
export async function readText(response: Response): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

/**
 * @returns what JSON holds, other media types as text, and `undefined` for no body
 * @throws SnippetStoreError when the answer is not the JSON that it claims to be
 */
export function parseBody(response: Response, text: string): unknown {
  if (text === '' && !response.headers.has('content-type')) return undefined;
  const mediaType = response.headers.get('content-type') ?? '';
  if (!/^application\/(?:[^;]+\+)?json\s*(?:;|$)/i.test(mediaType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new SnippetStoreError(response, text, 'The answer is not the JSON that it claims to be.');
  }
}
