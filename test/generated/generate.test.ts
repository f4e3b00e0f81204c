// What is committed under generated/ is what `npm run generate` makes of openapi.yaml.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the generated files', () => {
  it('follow from openapi.yaml', async () => {
    // Rejects, with the names of the files, when one differs.
    await promisify(execFile)(process.execPath, [join(root, 'scripts/generate.mjs'), '--check']);
  });

  it('say in their first line that they are generated', async () => {
    for (const folder of ['sdk', 'server']) {
      const entries = await readdir(join(root, 'generated', folder), {
        recursive: true,
        withFileTypes: true,
      });
      for (const file of entries.filter((entry) => entry.isFile())) {
        const text = await readFile(join(file.parentPath, file.name), 'utf8');
        assert.match(text, /^\/\/ This file is auto-generated/, file.name);
      }
    }
  });
});
