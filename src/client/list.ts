// `snippets list` and `snippets search`.
import type { ListSnippetsArguments } from '../sdk/index.js';
import { UsageError } from './explain.js';
import { type Session, titleOf, type Values } from './session.js';

export const listSnippets = (session: Session, _words: readonly string[], values: Values) =>
  list(session, {}, values);

export const searchSnippets = (session: Session, words: readonly string[], values: Values) =>
  list(session, { q: words.join(' ') }, values);

async function list(session: Session, narrowing: ListSnippetsArguments, values: Values): Promise<void> {
  const { owner, language, newest, limit = '50' } = values;
  const max = Number(limit);
  if (!Number.isSafeInteger(max) || max < 1) throw new UsageError(`--limit takes a number, not "${limit}".`);
  const store = await session.connect();
  const listing = store.listSnippets({
    ...narrowing,
    ...(typeof owner === 'string' && { owner }),
    // The service knows which there are.
    ...(typeof language === 'string' && {
      language: language as NonNullable<ListSnippetsArguments['language']>,
    }),
    ...(newest && { order: '-created' as const }),
    max: max + 1,
  });
  let printed = 0;
  for await (const snippet of listing) {
    if (printed++ === max) {
      if (!session.isJson)
        process.stderr.write(`snippets: There are more. --limit NUMBER lists more than ${max}.\n`);
      return;
    }
    const { id, owner: by, language: kind } = snippet;
    session.print(
      snippet,
      `${String(id).padStart(6)}  ${by.padEnd(12)} ${kind.padEnd(12)} ${titleOf(snippet)}`,
    );
  }
}
