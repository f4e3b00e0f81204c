// `snippets edit ID`: the code in the user's editor. What was written is never lost: a refusal keeps both texts in files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { PreconditionFailedError } from '../sdk/index.js';
import { editor } from './config.js';
import { ClientError, explain } from './explain.js';
import { readId, type Session } from './session.js';
import { fileNameOf } from './show.js';

export async function editInEditor(session: Session, [word]: readonly string[]): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  const { data: snippet, response } = await store.withResponse.getSnippet({ id });
  // Editors know a language by the ending.
  const ending = extname(fileNameOf(id, (await store.withResponse.getSnippetCode({ id })).response));
  const folder = await mkdtemp(join(tmpdir(), `snippet-${id}-`));
  const mine = join(folder, `mine${ending}`);
  await writeFile(mine, snippet.code, { mode: 0o600 });
  // By the shell, because EDITOR may have arguments: `code --wait`.
  const child = spawn(`${editor} "${mine}"`, { shell: true, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0)
    throw new ClientError(
      `"${editor}" ended with ${status}. Your text is in ${mine}. VISUAL or EDITOR sets another editor.`,
    );
  const code = await readFile(mine, 'utf8');
  if (code !== snippet.code) {
    try {
      await store.updateSnippet({ ...snippet, code, 'If-Match': response.headers.get('etag') ?? undefined });
    } catch (error) {
      if (!(error instanceof PreconditionFailedError))
        throw new ClientError(`${explain(error)} Your text is in ${mine}.`);
      const theirs = join(folder, `theirs${ending}`);
      await writeFile(theirs, await store.getSnippetCode({ id }), { mode: 0o600 });
      throw new ClientError(`Somebody else has saved it. Your text is in ${mine}, theirs in ${theirs}.`);
    }
  }
  await rm(folder, { recursive: true });
  const changed = code !== snippet.code;
  session.print({ id, changed }, changed ? `Saved ${store.baseUrl}/snippets/${id}/` : 'Nothing was changed.');
}
