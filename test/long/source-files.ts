/** Real source files of this machine: what the packages, Python and Go install. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDERS = [
  fileURLToPath(new URL('../../node_modules', import.meta.url)),
  '/usr/lib/python3',
  '/usr/lib/python3.11',
  '/usr/local/go/src',
  '/usr/share/go',
];
const LANGUAGES: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  go: 'go',
};

export interface SourceFile {
  readonly code: string;
  readonly language: string;
}

/**
 * Takes turns between the folders, so that each has its part.
 *
 * @param longest bytes of a file
 */
export function sourceFiles(count: number, longest: number): SourceFile[] {
  const found: SourceFile[] = [];
  let folders = FOLDERS.map((folder) => filesIn(folder, longest));
  while (found.length < count && folders.length > 0) {
    folders = folders.filter((files) => {
      const { value, done } = files.next();
      if (!done && found.length < count) found.push(value);
      return !done;
    });
  }
  return found;
}

function* filesIn(folder: string, longest: number): Generator<SourceFile, undefined> {
  for (const entry of entriesOf(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesIn(path, longest);
    const language = LANGUAGES[/\.([a-z]+)$/.exec(entry.name)?.[1] ?? ''];
    if (!entry.isFile() || language === undefined || statSync(path).size > longest) continue;
    const code = readFileSync(path, 'utf8');
    if (code.trim() !== '' && code.isWellFormed() && !code.includes('\0')) yield { code, language };
  }
  return undefined;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
