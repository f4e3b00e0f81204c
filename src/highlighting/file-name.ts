/** The name of the file that a snippet becomes when it is downloaded. */

const LONGEST = 60;
const FILE_NAME = /^\w[\w-]{0,50}\.[A-Za-z]\w{0,7}$/;

export interface Named {
  readonly _id: number;
  readonly title: string;
}

/**
 * Letters, digits, `.`, `_` and `-` of the title only: safe in every file system, and in a header as it is.
 *
 * @param ending the usual one of the language, without a dot
 */
export function fileNameOf({ _id, title }: Named, ending = 'txt'): string {
  // A title may be a file name already.
  if (FILE_NAME.test(title)) return title;
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  const cut = plain.replace(/^[-.]+/, '').slice(0, LONGEST);
  // Up to the last character that is neither, because a pattern for those at the end would take quadratic time.
  const [name = ''] = /^.*[^-.]/.exec(cut) ?? [];
  return `${name === '' ? `snippet-${_id}` : name}.${ending}`;
}
