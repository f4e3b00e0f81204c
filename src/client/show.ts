// `snippets show` and `snippets pull`: the code on the terminal, in colour, or in a file.
import { realpath, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unescapeHtml } from '../highlighting/escape.js';
import { hashOf, readKnown, writePushed } from './config.js';
import { ClientError } from './explain.js';
import { escapeCode, readId, type Session, type Store, type Values } from './session.js';

/** What highlight.js calls the parts of code, and their colours on a terminal. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(keyword|selector-tag|name|tag|section|doctag)/, '35'],
  [/^(string|regexp|addition|char)/, '32'],
  [/^(number|literal|symbol|bullet|link)/, '36'],
  [/^(comment|quote|meta|deletion)/, '90'],
  [/^(title|built_in|function|class|type|attr|selector)/, '34'],
  [/^(variable|template-variable|params|property)/, '33'],
];

export async function show(session: Session, [word]: readonly string[]): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  if (session.isJson) return session.print(await store.getSnippet({ id }), '');
  const code = await store.getSnippetCode({ id });
  if (!process.stdout.isTTY) return session.printCode(code);
  const shown = colour(code, await store.getSnippetHighlight({ id })) ?? escapeCode(code);
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

export async function pull(session: Session, [word]: readonly string[], values: Values): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  const { data: code, response } = await store.withResponse.getSnippetCode({ id });
  const { output } = values;
  if (output === '-') return session.printCode(code);
  const named = typeof output === 'string';
  const file = named ? output : fileNameOf(id, response);
  // A name that the service chose is used when it can do no harm, or when this user has had the snippet under it.
  const isTrusted = named || (await isPushed(store, file, id));
  if (!isTrusted && !isHarmless(file))
    throw new ClientError(
      `"${file}" is a hidden file or an odd name, chosen by the service. Name a file with -o.`,
    );
  const flag = values.force && isTrusted ? 'w' : 'wx';
  await writeFile(file, code, { flag }).catch((error: NodeJS.ErrnoException) => {
    const replace = isTrusted ? '--force' : '-o FILE with --force';
    const reasons = { EEXIST: `it exists, and ${replace} replaces it`, ENOENT: 'its folder does not exist' };
    const why = reasons[error.code as keyof typeof reasons] ?? error.code;
    throw new ClientError(`${file} cannot be written: ${why}. Name another with -o.`);
  });
  await writePushed(store.baseUrl, await realpath(file), { id, seen: [hashOf(code)] });
  session.print({ id, path: file }, file);
}

/** Not hidden, no option and no home folder, and without what shells, terminals and file systems give a meaning. */
const isHarmless = (name: string): boolean => /^(?![.~ -])[\p{L}\p{M}\p{N} _.,+=@#()[\]-]+$/u.test(name);

/** Whether this user has pushed or pulled the snippet as a file of this name in this folder. */
async function isPushed({ baseUrl }: Store, name: string, id: number): Promise<boolean> {
  return (await readKnown(baseUrl, join(await realpath('.'), name)))?.id === id;
}

/** What the service calls the file: its ending is that of the language. */
export function fileNameOf(id: number, { headers }: Response): string {
  const disposition = headers.get('content-disposition') ?? '';
  const [, plain] = /filename="([^"]+)"/.exec(disposition) ?? [];
  // Letters beyond ASCII (RFC 8187). What is encoded wrong throws nothing here, and gives an odd name.
  const [, encoded = ''] = /filename\*=UTF-8''([^;&+]+)/i.exec(disposition) ?? [];
  const named = new URLSearchParams(`name=${encoded}`).get('name') || plain;
  return basename(named ?? `snippet-${id}.txt`);
}

/** The code with the colours of its highlighted page; `undefined` when the page shows another text. */
function colour(code: string, page: string): string | undefined {
  const begin = page.indexOf('<code class="language-');
  const end = page.indexOf('</code></pre>', begin);
  if (begin < 0 || end < 0) return undefined;
  const markup = page.slice(page.indexOf('>', begin) + 1, end);
  const open: string[] = [];
  let text = '';
  const shown = markup.replace(/<span class="([^"]*)">|<\/span>|[^<]+|</g, (part, names) => {
    if (part === '</span>') {
      open.pop();
      return `\x1b[0m${open.at(-1) ?? ''}`;
    }
    if (names === undefined) {
      const plain = unescapeHtml(part);
      text += plain;
      // CR and LF may stand in two spans.
      return code[text.length] === '\n' ? escapeCode(`${plain}\n`).slice(0, -1) : escapeCode(plain);
    }
    const kind = String(names).replace('hljs-', '');
    const number = colours.find(([pattern]) => pattern.test(kind))?.[1];
    open.push(number ? `\x1b[${number}m` : (open.at(-1) ?? ''));
    return open.at(-1) ?? '';
  });
  return text === code ? shown : undefined;
}
