// Walks a list slice by slice, as its `Link` headers lead (RFC 8288).
import type { Answer } from './methods.js';

/**
 * @param fetchPage gets the slice that begins at `after`, the first one without
 * @returns the items of all slices, each slice fetched when it is needed
 */
export async function* walkPages<Item>(
  fetchPage: (after: string | undefined) => Promise<Answer<readonly Item[]>>,
): AsyncGenerator<Item, void, undefined> {
  let after: string | undefined;
  do {
    const { data, response } = await fetchPage(after);
    yield* data;
    after = nextAfter(response.headers.get('link') ?? '');
  } while (after !== undefined);
}

/** Only the position is taken from the link: credentials must not follow it to another host. */
function nextAfter(link: string): string | undefined {
  for (const value of link.split(/,\s*(?=<)/)) {
    const end = value.indexOf('>');
    if (end < 0 || !/;\s*rel="?next\b/i.test(value.slice(end))) continue;
    const next = new URL(value.slice(value.indexOf('<') + 1, end), 'http://any.invalid');
    return next.searchParams.get('after') ?? undefined;
  }
  return undefined;
}
