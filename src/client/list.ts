// `snippets list` and `snippets search`.
import { cut } from '../cut.js';
import type { ListSnippetsArguments } from '../sdk/index.js';
import { UsageError } from './explain.js';
import { readSnippet, type Session, type Values } from './session.js';

/** All snippets, or those that have the words. */
export async function list(session: Session, words: readonly string[], values: Values): Promise<void> {
  const { owner, language, newest, limit = '50' } = values;
  const max = Number(limit);
  if (!Number.isSafeInteger(max) || max < 1)
    throw new UsageError(`-n, or --limit, takes a whole number from 1, not "${limit}".`);
  const store = await session.connect();
  const order = newest ? '-created' : undefined;
  const q = words.length > 0 ? words.join(' ') : undefined;
  // The service knows which languages there are.
  const narrowing = { q, owner, language, order } as ListSnippetsArguments;
  const listing = store.listSnippets({ ...narrowing, max: max + 1 });
  let printed = 0;
  for await (const snippet of listing) {
    if (printed++ === max) {
      if (!session.isJson)
        process.stderr.write(`snippets: There are more. --limit NUMBER lists more than ${max}.\n`);
      return;
    }
    const { id, owner: by, language: kind, title, code } = readSnippet(snippet);
    const [first = ''] = (title.trim() || code.trim()).split(/[\r\n]/);
    session.print(
      snippet,
      `${String(id).padStart(6)}  ${by.padEnd(12)} ${kind.padEnd(12)} ${cut(first, 80)}`,
    );
  }
}
