// Writes the table of settings in docs/operating.md from the one that the service reads, of the last build. With
// --check it writes nothing, and fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { SETTINGS } = await import('../dist/config/settings.js');
const page = fileURLToPath(new URL('../docs/operating.md', import.meta.url));
const [begin, end] = ['<!-- settings -->\n', '<!-- /settings -->\n'];

const rows = Object.entries(SETTINGS).map(([name, { byDefault, meaning }]) => {
  const cells = [`\`${name}\``, byDefault ? `\`${byDefault}\`` : '', meaning];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |\n`;
});
const table = ['| variable | default | meaning |\n', '|---|---|---|\n', ...rows].join('');

const written = readFileSync(page, 'utf8');
const [before, rest = ''] = written.split(begin);
const text = `${before}${begin}\n${table}\n${end}${rest.split(end)[1]}`;
if (text !== written && process.argv.includes('--check')) {
  console.error('docs/operating.md differs from the settings: run npm run generate');
  process.exitCode = 1;
} else writeFileSync(page, text);
