// `snippets edit ID`: the code in the user's editor. What was written is never lost: a refusal keeps both texts in files.
import { isUtf8 } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreconditionFailedError } from '../sdk/index.js';
import { editor } from './config.js';
import { ClientError, explain } from './explain.js';
import { readId, type Session } from './session.js';
import { fileNameOf } from './show.js';

export async function editInEditor(session: Session, [word]: readonly string[]): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  // Its ETag is the earlier one: what is saved between both answers is not overwritten.
  const { data: snippet, response } = await store.withResponse.getSnippet({ id });
  const { data: before, response: named } = await store.withResponse.getSnippetCode({ id });
  // Editors know a language by the ending. The service chose it, so only a plain one is used.
  const [ending = ''] = /\.\w{1,15}$/.exec(fileNameOf(id, named)) ?? [];
  const folder = await mkdtemp(join(tmpdir(), `snippet-${id}-`));
  const mine = join(folder, `mine${ending}`);
  await writeFile(mine, before, { mode: 0o600 });
  // By the shell, because EDITOR may have arguments: `code --wait`. The path is no part of what the shell reads.
  const stdio = 'inherit';
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${mine}"`, { shell: true, stdio })
      : spawn('sh', ['-c', `${editor} "$1"`, 'sh', mine], { stdio });
  const [status] = await once(child, 'exit');
  if (status !== 0)
    throw new ClientError(
      `"${editor}" ended with ${status}. Your text is in ${mine}. VISUAL or EDITOR sets another editor.`,
    );
  const bytes = await readFile(mine);
  // Its bytes would be stored as other characters.
  if (!isUtf8(bytes)) throw new ClientError(`It is no text in UTF-8. Your text is in ${mine}.`);
  const code = bytes.toString();
  if (code !== before) {
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
  const changed = code !== before;
  session.print({ id, changed }, changed ? `Saved ${store.baseUrl}/snippets/${id}/` : 'Nothing was changed.');
}
