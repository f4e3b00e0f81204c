// `snippets show` and `snippets pull`: the code on the terminal, in colour, or in a file.
import { realpath, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { unescapeHtml } from '../highlighting/escape.js';
import { hashOf, writePushed } from './config.js';
import { ClientError } from './explain.js';
import { escapeCode, readId, type Session, type Values } from './session.js';

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
  const file = typeof values.output === 'string' ? values.output : fileNameOf(id, response);
  if (file === '-') return session.printCode(code);
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
