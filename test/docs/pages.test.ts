/** The documentation and the code name the same things. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { loadDeployment } from '#src/config/deployment.js';
import * as errors from '#src/errors/index.js';
import { permissions } from '#src/pipeline/permissions/permissions.js';
import { codeBlocks, PAGES, ROOT, readPage } from './read-markdown.js';

describe('the documentation', () => {
  it('has a page for every folder of src', () => {
    const index = readPage('docs/README.md');
    const folders = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const missing = folders.map(({ name }) => name).filter((name) => !index.includes(`\`${name}/\``));
    assert.deepEqual(missing, [], 'name these folders in docs/README.md, beside the page that is about them');
  });

  it('lists every page and every decision', () => {
    const linked = (index: string) =>
      [...readPage(index).matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, name]) => `${dirname(index)}/${name}`);
    const listed = new Set([...linked('docs/README.md'), ...linked('docs/decisions/README.md')]);
    const pages = PAGES.filter((page) => page.startsWith('docs/') && !page.endsWith('/README.md'));
    assert.deepEqual(
      pages.filter((page) => !listed.has(page)),
      [],
    );
  });

  for (const page of PAGES) {
    it(`leads somewhere with every link: ${page}`, () => {
      for (const [, target = ''] of readPage(page).matchAll(/\]\(([^)]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : normalize(join(dirname(page), path));
        assert.ok(existsSync(`${ROOT}${file}`), `${target}: no such file`);
        if (anchor) assert.ok(headings(file).includes(anchor), `${target}: no such heading`);
      }
    });
  }

  it('shows CONFIG modules that load', async () => {
    // Beside the compiled tests, so that they find the package by its name.
    const folder = await mkdtemp(join(ROOT, 'dist-test', 'config-'));
    try {
      const modules = PAGES.flatMap((page) => codeBlocks(page, 'js')).filter((code) =>
        code.includes('defineConfig'),
      );
      assert.ok(modules.length >= 3);
      for (const [index, code] of modules.entries()) {
        const file = join(folder, `${index}.mjs`);
        await writeFile(file, code);
        assert.notDeepEqual(await loadDeployment(file), {});
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('describes every extension of openapi.yaml, every error class and every permission', () => {
    const contract = readFileSync(`${ROOT}openapi.yaml`, 'utf8');
    const extensions = [...contract.matchAll(/^ *(x-[a-z-]+):/gm)].map(([, name = '']) => name);
    for (const name of new Set(extensions)) assertTold('docs/contract.md', name);
    for (const name of Object.keys(errors)) if (name !== 'ApiError') assertTold('docs/errors.md', name);
    for (const name of Object.keys(permissions)) assertTold('docs/permissions.md', name);
  });
});

function assertTold(page: string, name: string): void {
  assert.ok(readPage(page).includes(`\`${name}\``), `${page} does not tell ${name}`);
}

/** Anchors as code hosts make them. */
function headings(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
