// `npm run generate` makes generated/ from openapi.yaml and from nothing else, and its check names what differs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';

describe('the generator', () => {
  /** A copy of what it reads and writes. */
  let project: string;
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'snippet-store-generate-'));
    const parts = ['scripts', 'generated', 'src', 'tsconfig.base.json', 'openapi.yaml'];
    for (const part of parts) await cp(join(ROOT, part), join(project, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  });
  after(() => rm(project, { recursive: true, force: true }));

  const read = (file: string) => readFile(join(project, file), 'utf8');
  const generate = (...args: string[]) => {
    const command = [join(project, 'scripts/generate.mjs'), ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return { status, stderr };
  };

  it('names every file that is changed, too many or missing', async () => {
    await appendFile(join(project, 'generated/server/handlers.gen.ts'), '// by hand\n');
    await writeFile(join(project, 'generated/sdk/extra.ts'), '');
    await rm(join(project, 'generated/sdk/calls.gen.ts'));
    const { status, stderr } = generate('--check');
    assert.equal(status, 1);
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'missing: sdk/calls.gen.ts',
      'unexpected: sdk/extra.ts',
      'different: server/handlers.gen.ts',
      'What is generated does not follow from openapi.yaml: run `npm run generate`.',
    ]);
  });

  it('follows a renamed operation through types, functions and signatures', async () => {
    const contract = await read('openapi.yaml');
    const renamed = contract.replace('operationId: getUser', 'operationId: findUser');
    await writeFile(join(project, 'openapi.yaml'), renamed);
    assert.deepEqual(generate(), { status: 0, stderr: '' });
    for (const file of ['sdk/operations.gen.ts', 'sdk/calls.gen.ts', 'server/handlers.gen.ts'])
      assert.match(await read(`generated/${file}`), /^(?!.*\bgetUser\b).*\bfindUser\b/s, file);
  });
});
