/** `snippet-store snippets highlight [--plain-only | --all]` and `snippets assign --owner NAME` */
import { type Command, Option } from 'commander';
import { createHighlighter, type Highlighter } from '../highlighting/highlighter.js';
import { wholeMarkup } from '../highlighting/markup.js';
import { byId } from '../store/batches.js';
import type { Store } from '../store/index.js';
import { giveSnippets, loadUser } from './user-records.js';
import { counted, withStore } from './with-store.js';

export function addSnippetCommands(snippets: Command): void {
  const highlight = snippets
    .command('highlight')
    .description('render stored snippets again')
    .option('--plain-only', 'those that fell back to plain text (the default)')
    .addOption(new Option('--all', 'all, as after an upgrade of the highlighter').conflicts('plainOnly'))
    .addHelpText(
      'after',
      `
A higher HIGHLIGHT_TIMEOUT_MS gives slow snippets another chance. A snippet whose HTML changes gets a new version,
and so a new ETag; a snippet whose HTML stays the same is left alone.`,
    );
  withStore(highlight, async ({ settings, store, print }, { all }: { readonly all?: true }) => {
    const highlighter = createHighlighter({ timeoutMs: settings.highlightTimeoutMs });
    const counts = { seen: 0, changed: 0, plain: 0 };
    try {
      const everySnippet = byId((range, slice) =>
        store.snippets.find(range, { ...slice, projection: { plain: 1 } }),
      );
      for await (const { _id, plain } of everySnippet) {
        if (!all && plain === null) continue;
        const outcome = await highlightAgain(store, highlighter, _id);
        if (!outcome) continue;
        counts.seen++;
        if (outcome.changed) counts.changed++;
        if (outcome.isPlain) counts.plain++;
      }
    } finally {
      await highlighter.close();
    }
    const { seen, changed, plain } = counts;
    print(counts, `${counted(seen, 'snippet')} rendered: ${changed} changed, ${plain} in plain text.`);
  });

  const assign = snippets
    .command('assign')
    .description('give the snippets without an owner to a user')
    .requiredOption('--owner <NAME>', 'the user who gets them')
    .addHelpText(
      'after',
      '\nSnippets stored with OWNERSHIP=off have no owner. Snippets that have an owner stay as they are.',
    );
  withStore(assign, async ({ store, print }, { owner }: { readonly owner: string }) => {
    const { _id: ownerId, username } = await loadUser(store, owner);
    const assigned = await giveSnippets(store, null, { ownerId, owner: username });
    print({ owner: username, assigned }, `User ${username} owns ${counted(assigned, 'more snippet')} now.`);
  });
}

/**
 * A save in between wins: it rendered the code itself, unless it changed nothing.
 *
 * @returns undefined when the snippet is gone
 */
async function highlightAgain({ snippets }: Store, highlighter: Highlighter, id: number) {
  const snippet = await snippets.findOne({ _id: id });
  if (!snippet) return undefined;
  const { version } = snippet;
  const highlighted = await highlighter.highlight(snippet, 'command');
  const { markup, excerpt, plain } = highlighted;
  const isPlain = plain !== null;
  const isSame = excerpt === snippet.excerpt && wholeMarkup(highlighted) === wholeMarkup(snippet);
  if (isSame && plain === snippet.plain) return { changed: false, isPlain };
  const { matchedCount } = await snippets.updateOne(
    { _id: id, version },
    { $set: { markup, excerpt, plain }, $inc: { version: 1 } },
  );
  return { changed: matchedCount === 1, isPlain };
}
