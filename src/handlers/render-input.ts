/** Makes the stored fields of a snippet from valid input: its own, and those that are computed on every save. */
import { senderOf } from '../pipeline/sender.js';
import { yieldToEventLoop } from '../scheduling/event-loop.js';
import type { SnippetFields, SnippetRecord } from '../store/records.js';
import { termsOf } from '../store/terms.js';
import type { HandlerContext } from './context.js';

/** What follows from the text of a snippet. */
type Derived = Pick<SnippetRecord, 'markup' | 'excerpt' | 'plain' | 'bytes' | 'terms'>;

/** UTF-16 code units of code. */
const LONG = 10_000;

/** @throws ServiceUnavailable when the highlighter's queue is full */
export async function renderInput(
  fields: SnippetFields,
  ownerId: number | null,
  { highlighter, request }: Pick<HandlerContext, 'highlighter' | 'request'>,
): Promise<SnippetFields & Derived> {
  // A save whose client goes while it waits for its turn has stored nothing, and is given up.
  const highlighting = highlighter.highlight(fields, senderOf(request), request.signal);
  // Awaited below: the terms are made while a thread highlights.
  highlighting.catch(() => undefined);
  // The terms of long code take some ten milliseconds: those of saves that come together must not share a turn.
  if (fields.code.length > LONG) await yieldToEventLoop();
  const terms = termsOf({ ...fields, ownerId });
  const { markup, excerpt, plain } = await highlighting;
  return { ...fields, markup, excerpt, plain, bytes: bytesOf(fields), terms };
}

/** What a snippet counts for QUOTA_BYTES. */
export const bytesOf = ({ title, code }: Pick<SnippetFields, 'title' | 'code'>): number =>
  Buffer.byteLength(title) + Buffer.byteLength(code);

/** @returns whether what follows from the fields is stored already: they are the same, and the code was highlighted */
export function isRendered(
  input: SnippetFields,
  stored: SnippetFields & Pick<SnippetRecord, 'plain'>,
): boolean {
  const isSame = Object.entries(input).every(([field, value]) => value === Reflect.get(stored, field));
  return isSame && stored.plain === null;
}
