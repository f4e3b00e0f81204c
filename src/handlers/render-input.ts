/** Makes the stored fields of a snippet from valid input: its own, and those that are computed on every save. */
import { senderOf } from '../pipeline/request/sender.js';
import type { SnippetRecord } from '../store/records.js';
import { indexWordsOf } from '../store/words.js';
import type { HandlerContext } from './context.js';

/** What a user gives a snippet. New records have every field; old ones may lack those that are optional. */
export type SnippetFields = Required<
  Pick<SnippetRecord, 'title' | 'code' | 'linenos' | 'language' | 'style'>
>;

type SnippetContent = SnippetFields & Pick<SnippetRecord, 'highlightedGzip' | 'plain' | 'words'>;

/** @throws ServiceUnavailable when the highlighter's queue is full */
export async function renderInput(
  { title, code, linenos, language, style }: SnippetFields,
  { highlighter, request }: Pick<HandlerContext, 'highlighter' | 'request'>,
): Promise<SnippetContent> {
  const fields = { title, code, linenos, language, style };
  const highlighting = () => highlighter.highlight(fields, senderOf(request));
  const { gzip, plain } = await request.deadline.excluding(highlighting);
  return { ...fields, highlightedGzip: gzip, plain, words: indexWordsOf(title, code) };
}
