/** Every link of the documentation leads somewhere, its lines are short, and the CONFIG modules that it shows load. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { loadDeployment } from '#src/config/deployment.js';
import { codeBlocks, PAGES, ROOT, readPage } from './read-markdown.js';

describe('the documentation', () => {
  it('leads somewhere with every link', () => {
    const broken = PAGES.flatMap((page) =>
      [...readPage(page).matchAll(/\]\(([^)]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^https?:/.test(target) && !leadsSomewhere(page, target))
        .map((target) => `${page}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  it('has lines of at most 120 characters, but for tables, pictures and code', () => {
    const long = PAGES.flatMap((page) =>
      readPage(page)
        .replace(/^```.*?^```$/gms, '')
        .split('\n')
        .filter((line) => line.length > 120 && !/^(\||<img )/.test(line))
        .map((line) => `${page}: ${line}`),
    );
    assert.deepEqual(long, []);
  });

  it('shows CONFIG modules that load', async () => {
    // Beside the compiled tests, so that they find the package by its name.
    const folder = await mkdtemp(join(ROOT, 'dist-test', 'config-'));
    try {
      const blocks = PAGES.flatMap((page) => codeBlocks(page, 'js'));
      const modules = blocks.filter((code) => code.includes('defineConfig'));
      assert.ok(modules.length > 0);
      for (const [index, code] of modules.entries()) {
        const file = join(folder, `${index}.mjs`);
        await writeFile(file, code);
        assert.notDeepEqual(await loadDeployment(file), {});
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : normalize(join(dirname(page), path));
  return existsSync(`${ROOT}${file}`) && (!anchor || headings(file).includes(anchor));
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
