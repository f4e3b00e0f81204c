// `snippets show` and `snippets pull`: the code on the terminal, in colour, or in a file.
import { realpath, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { hashOf, writePushed } from './config.js';
import { ClientError } from './explain.js';
import { escapeControls, readId, type Session, type Values } from './session.js';

/** What highlight.js calls the parts of code, and their colours on a terminal. */
const colours: readonly (readonly [RegExp, string])[] = [
  [/^(keyword|selector-tag|name|tag|section|doctag)/, '35'],
  [/^(string|regexp|addition|char)/, '32'],
  [/^(number|literal|symbol|bullet|link)/, '36'],
  [/^(comment|quote|meta|deletion)/, '90'],
  [/^(title|built_in|function|class|type|attr|selector)/, '34'],
  [/^(variable|template-variable|params|property)/, '33'],
];
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

export async function show(session: Session, [word]: readonly string[]): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  if (session.isJson) return session.print(await store.getSnippet({ id }), '');
  const code = await store.getSnippetCode({ id });
  if (!process.stdout.isTTY) return void process.stdout.write(code);
  const shown = colour(await store.getSnippetHighlight({ id })) ?? escapeLines(code);
  process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

export async function pull(session: Session, [word]: readonly string[], values: Values): Promise<void> {
  const id = readId(word);
  const store = await session.connect();
  const { data: code, response } = await store.withResponse.getSnippetCode({ id });
  const file = typeof values.output === 'string' ? values.output : fileNameOf(id, response);
  if (file === '-') return void process.stdout.write(code);
  await writeFile(file, code, { flag: values.force ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    const reasons = { EEXIST: 'it exists, and --force replaces it', ENOENT: 'its folder does not exist' };
    const why = reasons[error.code as keyof typeof reasons] ?? error.code;
    throw new ClientError(`${file} cannot be written: ${why}. Name another with -o.`);
  });
  await writePushed(store.baseUrl, await realpath(file), { id, seen: [hashOf(code)] });
  session.print({ id, path: file }, file);
}

/** What the service calls the file: its ending is that of the language. */
export function fileNameOf(id: number, { headers }: Response): string {
  const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return basename(named ?? `snippet-${id}.txt`);
}

/** The code of a highlighted page with the colours of a terminal; `undefined` when there is none in it. */
export function colour(page: string): string | undefined {
  const begin = page.indexOf('<code class="language-');
  const end = page.indexOf('</code></pre>', begin);
  if (begin < 0 || end < 0) return undefined;
  const markup = page.slice(page.indexOf('>', begin) + 1, end);
  const open: string[] = [];
  return markup.replace(/<span class="([^"]*)">|<\/span>|&([#\w]+);|[^<&]+/g, (part, names, entity) => {
    if (entity !== undefined) return entities[entity] ?? part;
    if (part === '</span>') {
      open.pop();
      return `\x1b[0m${open.join('')}`;
    }
    if (names === undefined) return escapeLines(part);
    const kind = String(names).replace('hljs-', '');
    const code = colours.find(([pattern]) => pattern.test(kind))?.[1];
    open.push(code ? `\x1b[${code}m` : '');
    return open.at(-1) ?? '';
  });
}

const escapeLines = (text: string) => text.replace(/[^\n\t\r]+|\r(?!\n)/g, (part) => escapeControls(part));
