// `npm run generate` makes generated/ from openapi.yaml and from nothing else, and its check names what differs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  code: number;
  stderr: string;
}

function generate(project: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(project, 'scripts/generate.mjs'), ...args], (error, _, stderr) => {
      resolve({ code: error ? 1 : 0, stderr });
    });
  });
}

/** A copy of what the generator reads and writes, which a test may spoil. */
async function copyProject(test: TestContext): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'snippet-store-generate-'));
  test.after(() => rm(project, { recursive: true, force: true }));
  const parts = [
    'scripts/generate',
    'scripts/generate.mjs',
    'generated',
    'src',
    'tsconfig.base.json',
    'openapi.yaml',
  ];
  for (const part of parts) {
    await cp(join(root, part), join(project, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  return project;
}

async function editContract(project: string, from: string, to: string): Promise<void> {
  const path = join(project, 'openapi.yaml');
  const text = await readFile(path, 'utf8');
  assert.ok(text.includes(from), from);
  await writeFile(path, text.replace(from, to));
}

/** By the paths of the files within the folder. */
async function readTexts(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), await readFile(path, 'utf8')];
    });
  return Object.fromEntries(await Promise.all(texts));
}

describe('the generator', () => {
  it('names every file that is changed, too many or missing', async (test) => {
    const project = await copyProject(test);
    await appendFile(join(project, 'generated/server/handlers.gen.ts'), '// by hand\n');
    await writeFile(join(project, 'generated/sdk/extra.ts'), '');
    await rm(join(project, 'generated/sdk/calls.gen.ts'));
    const { code, stderr } = await generate(project, '--check');
    assert.equal(code, 1);
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'missing: sdk/calls.gen.ts',
      'unexpected: sdk/extra.ts',
      'different: server/handlers.gen.ts',
      'What is generated does not follow from openapi.yaml: run `npm run generate`.',
    ]);

    assert.equal((await generate(project)).code, 0);
    for (const folder of ['sdk', 'server']) {
      const made = join(project, 'generated', folder);
      assert.deepEqual(await readTexts(made), await readTexts(join(root, 'generated', folder)));
    }
  });

  it('follows a renamed operation through types, functions, signatures and the list of handlers', async (test) => {
    const project = await copyProject(test);
    await editContract(project, 'operationId: getUser', 'operationId: findUser');
    const line = /^src\/handlers\/: no file exports findUser\./m;
    const first = await generate(project);
    assert.equal(first.code, 0);
    assert.match(first.stderr, line);
    for (const file of ['sdk/operations.gen.ts', 'sdk/calls.gen.ts', 'server/handlers.gen.ts']) {
      const text = await readFile(join(project, 'generated', file), 'utf8');
      assert.match(text, /\bfindUser\b/, file);
      assert.doesNotMatch(text, /\bgetUser\b/, file);
    }
    const unfinished = await generate(project, '--check');
    assert.equal(unfinished.code, 1);
    assert.match(unfinished.stderr, line);

    await writeFile(join(project, 'src/handlers/find-user.ts'), 'export const findUser = () => {};\n');
    assert.deepEqual(await generate(project), { code: 0, stderr: '' });
    const index = await readFile(join(project, 'src/handlers/index.ts'), 'utf8');
    assert.match(index, /^import { findUser } from '\.\/find-user\.js';$/m);
    assert.match(index, /^ {2}findUser,$/m);
  });
});
