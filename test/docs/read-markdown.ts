/** The pages of the documentation and what stands in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Paths relative to the project. */
export const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'src/sdk/README.md',
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
].sort();

export function readPage(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}

/** The fenced code blocks of a language, in their order. */
export function codeBlocks(page: string, language: string): string[] {
  const blocks = readPage(page).matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, of, code]) => (of === language && code !== undefined ? [code] : []));
}
