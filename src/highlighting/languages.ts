/** The accepted values of a snippet's `language`: highlight.js's canonical names, without aliases. */
import { languageNames } from '#generated/server/languages.gen.js';

/** The default `language` of a snippet. */
export const defaultLanguage = 'python';

/** All 193 names, sorted. */
export const languages: readonly string[] = Object.keys(languageNames);

export const isLanguage = (name: string): boolean => Object.hasOwn(languageNames, name);
