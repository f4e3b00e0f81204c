/** The quotas of a deployment: how many snippets and bytes a user may store (QUOTA_SNIPPETS, QUOTA_BYTES). */
import { QuotaReached } from '../errors/index.js';
import type { HandlerContext } from './context.js';

/**
 * Counts what a user has stored, before a write. Writes that are under way at once may exceed a quota by themselves.
 *
 * @param ownerId null: snippets without an owner count for nobody
 * @param more what the write adds; what becomes less is always allowed
 * @throws QuotaReached
 */
export async function checkQuota(
  { settings: { quotaSnippets, quotaBytes }, store }: Pick<HandlerContext, 'settings' | 'store'>,
  ownerId: number | null,
  more: { readonly snippets: number; readonly bytes: number },
): Promise<void> {
  const mostSnippets = more.snippets > 0 ? quotaSnippets : undefined;
  const mostBytes = more.bytes > 0 ? quotaBytes : undefined;
  if (ownerId === null || (mostSnippets === undefined && mostBytes === undefined)) return;
  const { snippets, bytes } = await store.usageOf(ownerId);
  if (mostSnippets !== undefined && snippets + more.snippets > mostSnippets)
    throw new QuotaReached(mostSnippets, 'snippets');
  if (mostBytes !== undefined && bytes + more.bytes > mostBytes) throw new QuotaReached(mostBytes, 'bytes');
}
