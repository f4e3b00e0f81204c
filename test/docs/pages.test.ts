/** The documentation and the code name the same things. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { loadDeployment } from '#src/config/deployment.js';
import * as errors from '#src/errors/index.js';
import { permissions } from '#src/pipeline/permissions/permissions.js';
import { codeBlocks, PAGES, ROOT, readPage } from './read-markdown.js';

describe('the documentation', () => {
  it('maps every folder and every file at the top of src/ in docs/README.md, and nothing else', () => {
    assert.deepEqual(
      mappedIn('docs/README.md'),
      entriesOf('src', () => true),
      'the tables in docs/README.md have one line for each entry of src/',
    );
  });

  it('maps every folder of src/pipeline/ in docs/pipeline/README.md, and nothing else', () => {
    assert.deepEqual(
      mappedIn('docs/pipeline/README.md'),
      entriesOf('src/pipeline', (entry) => entry.endsWith('/')),
      'the table in docs/pipeline/README.md has one line for each folder of src/pipeline/',
    );
  });

  it('links every page from a README of its own folder or of a folder above', () => {
    const indexes = PAGES.filter((page) => /^docs\/.*README\.md$/.test(page));
    const linked = new Set(indexes.flatMap((index) => pagesLinkedFrom(index)));
    const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    assert.deepEqual(
      pages.filter((page) => !linked.has(page)),
      [],
    );
  });

  it('names only files of the project, but for those that a numbered step tells to write', () => {
    const files = new Set(
      ['src', 'test', 'scripts', 'bench', 'deploy', 'examples', 'assets', 'generated'].flatMap(fileNamesIn),
    );
    const unknown = PAGES.filter((page) => /^docs\/(?!decisions\/)/.test(page)).flatMap((page) =>
      [...readPage(page).matchAll(/^(?!\d+\. ).*$/gm)]
        .flatMap(([line]) => [...line.matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.(?:ts|mjs))`/g)])
        .filter(([, name = '']) => !files.has(name))
        .map(([name]) => `${page}: ${name}`),
    );
    assert.deepEqual(unknown, []);
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
    for (const name of Object.keys(permissions)) assertTold('docs/pipeline/permissions.md', name);
  });
});

/** The entries that stand in the first column of a page's tables, as `name/` or `name.ts`, sorted. */
function mappedIn(page: string): string[] {
  const cells = readPage(page).matchAll(/^\| `([\w-]+(?:\/|\.ts))` \|/gm);
  return [...cells].map(([, name = '']) => name).sort();
}

/** What a folder of the project holds, folders with a slash behind their name, sorted. */
function entriesOf(folder: string, keep: (entry: string) => boolean): string[] {
  return readdirSync(`${ROOT}${folder}`, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((entry) => (entry.endsWith('/') || entry.endsWith('.ts')) && keep(entry))
    .sort();
}

function fileNamesIn(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
}

function pagesLinkedFrom(index: string): string[] {
  const targets = readPage(index).matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g);
  return [...targets].map(([, target = '']) => normalize(join(dirname(index), target)));
}

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
