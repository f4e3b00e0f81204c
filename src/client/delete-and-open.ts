// `snippets delete` and `snippets open`.
import { spawn } from 'node:child_process';
import { SnippetStoreError } from '../sdk/index.js';
import { browser } from './config.js';
import { explain } from './explain.js';
import { readId, type Session } from './session.js';

export async function deleteSnippets(session: Session, words: readonly string[]): Promise<void> {
  const ids = words.map(readId);
  const store = await session.connect();
  for (const id of ids) {
    try {
      await store.deleteSnippet({ id });
      session.print({ id, deleted: true }, `Deleted ${id}.`);
    } catch (error) {
      if (!(error instanceof SnippetStoreError) || ids.length === 1) throw error;
      session.fail(String(id), explain(error));
    }
  }
}

/** The address is printed as well: over SSH there is no browser. */
export async function openSnippet(session: Session, [word]: readonly string[]): Promise<void> {
  const id = readId(word);
  const { baseUrl, getSnippet } = await session.connect();
  await getSnippet({ id });
  const url = `${baseUrl}/snippets/${id}/`;
  session.print({ id, url }, url);
  const usual = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  const child = spawn(browser || usual, [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
