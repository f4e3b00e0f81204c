/** A file's language by its ending, by highlight.js's names. */
import { basename, extname } from 'node:path';

const LANGUAGES = {
  bash: ['.sh', '.bash'],
  c: ['.c', '.h'],
  cpp: ['.cc', '.cpp', '.hpp'],
  css: ['.css'],
  dockerfile: ['dockerfile'],
  ini: ['.toml', '.ini', '.editorconfig', '.npmrc'],
  javascript: ['.js', '.mjs', '.cjs'],
  json: ['.json', '.map'],
  makefile: ['makefile'],
  markdown: ['.md'],
  python: ['.py'],
  rust: ['.rs'],
  scss: ['.scss'],
  typescript: ['.ts', '.mts', '.cts'],
  xml: ['.html', '.xml', '.svg'],
  yaml: ['.yml', '.yaml'],
};

const byEnding = new Map(
  Object.entries(LANGUAGES).flatMap(([language, endings]) => endings.map((ending) => [ending, language])),
);

/** @param {string} path */
export function languageOf(path) {
  const name = basename(path).toLowerCase();
  return byEnding.get(extname(name)) ?? byEnding.get(name) ?? 'plaintext';
}
