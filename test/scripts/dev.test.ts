/** `npm run dev` serves what is being written, and its answers show where it fails. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../docs/read-markdown.js';
import { until } from '../helpers/until.js';

describe('npm run dev', () => {
  let project: string;
  let output = '';
  let development: ReturnType<typeof spawn>;
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'snippet-store-dev-'));
    for (const part of ['src', 'generated', 'scripts', 'assets', 'openapi.yaml', 'package.json'])
      await cp(join(ROOT, part), join(project, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    const env = { ...process.env, PORT: '0', DATA_DIR: join(project, 'data'), LOG_LEVEL: 'silent' };
    development = spawn(process.execPath, [join(project, 'scripts/dev.mjs')], { env, stdio: 'pipe' });
    for (const stream of [development.stdout, development.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    await until('a service listens', () => starts().length === 1);
  });
  after(async () => {
    development.kill('SIGTERM');
    await once(development, 'exit');
    await rm(project, { recursive: true, force: true });
  });

  const starts = () => [...output.matchAll(/listening on (http:\S+)/g)].map(([, url = '']) => url);
  const edit = async (path: string, from: string, to: string) => {
    const file = join(project, path);
    const text = await readFile(file, 'utf8');
    assert.ok(text.includes(from), from);
    await writeFile(file, text.replace(from, to));
  };

  it('starts again with a change of a handler, and a 500 names its line in TypeScript', async () => {
    const handler =
      "export const getRoot: Handler<'getRoot', HandlerContext> = (_input, { url, contract }) => {\n";
    await edit(
      'src/handlers/service.ts',
      handler,
      `${handler}  if (url('root')) throw new Error('planted');\n`,
    );
    await until('the service starts again', () => starts().length === 2);
    const answer = await fetch(`${starts().at(-1)}/`);
    const { detail, stack } = (await answer.json()) as { detail: string; stack: string[] };
    assert.equal(answer.status, 500);
    assert.equal(detail, 'Error: planted');
    assert.match(stack[1] ?? '', /src\/handlers\/service\.ts:\d+:\d+/);
  });

  it('generates with a change of openapi.yaml, and goes on with a mistake in it', async () => {
    await edit('openapi.yaml', 'summary: Show the API root', 'summary: Show the root');
    await until('the service starts again', () => starts().length >= 3);
    const before = output.length;
    await edit('openapi.yaml', '    get:\n', '    get: [\n');
    await until('the mistake is named', () => /openapi\.yaml:\d+: /.test(output.slice(before)));
    const served = await (await fetch(`${starts().at(-1)}/openapi.json`)).json();
    assert.equal(served.paths['/'].get.summary, 'Show the root');
  });
});
