/** What the name of a file tells of its language. The terminal has this too. */
import { languages } from '#generated/sdk/choices.gen.js';
import type { Language } from '#generated/sdk/types.gen.js';

const LANGUAGES = new Map(languages.flatMap(({ id, files }) => files.map((name) => [name, id] as const)));

/**
 * By the whole name (`CMakeLists.txt`), else its longest ending (`.html.erb`), else its beginning (`Dockerfile.prod`).
 *
 * @param title may be the name of a file, with or without its folder
 * @returns undefined where it tells nothing, also because files of several languages end like this: `.conf`
 */
export function languageOfFile(title: string): Language | undefined {
  const name = title.trim().split(/[/\\]/).pop()?.toLowerCase() ?? '';
  const endings = [...name.matchAll(/\./g)].map(({ index }) => name.slice(index));
  const [, beginning = ''] = /^(\.?[a-z]+)[._-]/.exec(name) ?? [];
  return [name, ...endings, beginning].flatMap((part) => LANGUAGES.get(part) ?? [])[0];
}
