/** The first UTF-16 code units of a text, none of whose characters is cut in two: UTF-8 has no half of a surrogate pair. */
export const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
