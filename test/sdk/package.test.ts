// The packed SDK, installed into an empty project: it compiles there as strictly as can be, and its pages run.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { parse } from 'yaml';
import { addClient } from '#src/pipeline/authentication/oauth2/clients.js';
import { startApp } from '../helpers/app.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** As strictly as a project may be, its dependencies included. */
const strictly: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
};

/** The compiler as an editor runs it: once for the types of all programs and for what it shows of them. */
function openProject(folder: string, names: readonly string[]): ts.LanguageService {
  const files = names.map((name) => join(folder, name));
  return ts.createLanguageService({
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    readFile: ts.sys.readFile,
    getCompilationSettings: () => strictly,
    getScriptFileNames: () => files,
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: ts.sys.fileExists,
    getCurrentDirectory: () => folder,
  });
}

const commonJs = `import { createClient, NotFoundError, type Snippet } from 'snippet-store-sdk';
const read = (): Promise<Snippet> => createClient({ baseUrl: 'http://127.0.0.1:1' }).getSnippet({ id: 1 });
console.log(typeof read, new NotFoundError('getUser', new Response(), { detail: 'x' }) instanceof Error);
`;

const calls = [
  'updateSnippet({ id: 1, code: "" })',
  'getSnippet({ id: 1 })',
  'withResponse.listSnippets()',
  'editSnippet(1, {})',
  'snippets()',
];
/** Each name once, so that it can be found. */
const hovered = `import type { SnippetStore } from 'snippet-store-sdk';
declare const store: SnippetStore;
${calls.map((call) => `store.${call};\n`).join('')}`;

/** The blocks of a page, each as a program of its own; those without a client go on with the first one's. */
async function programsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, 'src/sdk', page), 'utf8');
  const begin = `import { basic, createClient } from 'snippet-store-sdk';
const store = createClient({ baseUrl: 'http://127.0.0.1:8000', auth: basic('demo', 'password') });
const snippet = await store.createSnippet({ code: 'console.log("hello")', language: 'javascript' });
`;
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) =>
    code.includes('createClient') || code.includes('createTransport') ? code : `${begin}${code}`,
  );
}

/** What each program prints; `*` is anything within a line. */
const said = {
  'README.md': [
    '1 demo\nGreeting javascript\nconsole.log("hello")\n1 Greeting\n',
    "[ 'This field may not be blank.' ]\n",
    '1\ntrue\n1\n1\n',
    undefined, // runs in a page: the session's tests do that
    '*\n',
  ],
  'RECIPES.md': [
    '',
    'true\n',
    undefined,
    undefined,
    'New title\n',
    'theirs: Somebody was faster\n',
    'undefined\n',
    'hello.py is snippet *\n',
    'The user went on.\ntrue\n',
    "1 GET http://*/users/ 200 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\n[ 'request 1', 'response 1' ]\n",
    "[ { id: 1, username: 'demo', snippets: [] } ]\n7\n",
  ],
} as const;

const pages = ['README.md', 'RECIPES.md'] as const;

describe('the packed SDK', () => {
  let project: string;
  let installed: string;
  let programs: string[];
  let editor: ts.LanguageService;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'snippet-store-sdk-'));
    installed = join(project, 'node_modules/snippet-store-sdk');
    const packed = await run(process.execPath, [join(root, 'scripts/pack-sdk.mjs')]);
    const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
    await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });

    programs = (await Promise.all(pages.map(programsOf))).flat();
    await writeFile(
      join(project, 'types.mts'),
      await readFile(join(root, 'test/sdk/fixtures/types.mts'), 'utf8'),
    );
    await writeFile(join(project, 'program.cts'), commonJs);
    for (const [index, code] of programs.entries()) await writeFile(join(project, `block-${index}.ts`), code);
    await writeFile(join(project, 'hover.mts'), hovered);
    const names = ['types.mts', 'program.cts', 'hover.mts'];
    editor = openProject(project, [...names, ...programs.map((_, index) => `block-${index}.ts`)]);
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('depends on nothing, runs no script, and has the version of the contract', async () => {
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.scripts, undefined);
    const { info } = parse(await readFile(join(root, 'openapi.yaml'), 'utf8'));
    assert.equal(manifest.version, info.version);
  });

  it('brings its documentation, examples and licence, and the source that every map leads to', async () => {
    const files = await readdir(installed, { recursive: true });
    for (const name of [
      'README.md',
      'RECIPES.md',
      'CHANGELOG.md',
      'REFERENCE.md',
      'LICENSE',
      'examples/oauth1.mjs',
    ])
      assert.ok(files.includes(name));
    const modules = files.filter((file) => file.endsWith('.js') || file.endsWith('.d.ts'));
    assert.ok(modules.length > 80, `${modules.length}`);
    for (const file of modules) {
      const map = JSON.parse(await readFile(join(installed, `${file}.map`), 'utf8'));
      for (const source of map.sources) await access(join(installed, dirname(file), map.sourceRoot, source));
    }
  });

  it('leads from a stack trace and from "go to definition" to its sources', async () => {
    await writeFile(
      join(project, 'trace.mjs'),
      `import { createClient } from 'snippet-store-sdk';
createClient({ baseUrl: 'http://127.0.0.1:1' }).getSnippet({}).catch((error) => console.log(error.stack));`,
    );
    const { stdout } = await run(process.execPath, ['--enable-source-maps', 'trace.mjs'], { cwd: project });
    assert.match(stdout, /snippet-store-sdk\/src\/sdk\/build-request\.ts:\d+/);

    const place = hovered.indexOf('getSnippet(');
    const [definition] = editor.getDefinitionAtPosition(join(project, 'hover.mts'), place) ?? [];
    const name = definition?.fileName ?? '';
    const map = JSON.parse(await readFile(`${name}.map`, 'utf8'));
    const source = await readFile(join(dirname(name), map.sources[0]), 'utf8');
    assert.match(source, /^export interface Calls \{$/m);
  });

  it('compiles under every strict option: what the contract allows, CommonJS, every block of its pages', () => {
    const program = editor.getProgram() ?? assert.fail();
    const { diagnostics } = program.emit(undefined, ts.sys.writeFile);
    const said = ts.formatDiagnostics([...ts.getPreEmitDiagnostics(program), ...diagnostics], {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => project,
      getNewLine: () => '\n',
    });
    assert.equal(said, '');
  });

  it('shows the words of the contract where a method is called', () => {
    const shown = calls.map((call) => {
      const name = /(\w+)\(/.exec(call)?.[1] ?? '';
      const info = editor.getQuickInfoAtPosition(join(project, 'hover.mts'), hovered.indexOf(`${name}(`));
      return ts.displayPartsToString(info?.documentation);
    });
    assert.match(shown[0] ?? '', /A missing field takes its default/);
    assert.match(shown[0] ?? '', /`editSnippet` changes single members/);
    assert.match(shown[1] ?? '', /^Retrieve a snippet/);
    assert.match(shown[2] ?? '', /^List the snippets/);
  });

  it('shows what a method takes, member by member', () => {
    const shown = (call: string) => {
      const place = hovered.indexOf(`${call}(`);
      const { displayParts } = editor.getQuickInfoAtPosition(join(project, 'hover.mts'), place) ?? {};
      return ts.displayPartsToString(displayParts).replace(/\s+/g, ' ');
    };
    assert.match(shown('updateSnippet'), /\(args: \{ id: number; 'If-Match'\?: string/);
    assert.match(shown('getSnippet'), /\(args: \{ id: number;/);
    assert.match(shown('editSnippet'), /change: \{ title\?: string/);
    assert.match(shown('snippets'), /narrowing\?: \{ .*batch\?: number/);
  });

  it('can be required by a CommonJS program', async () => {
    const { stdout } = await run(process.execPath, ['program.cjs'], { cwd: project });
    assert.equal(stdout, 'function true\n');
  });

  for (const [nth, page] of pages.entries()) {
    it(`does what every block of its ${page} shows, against the service`, async (test) => {
      const app = await startApp({ env: { AUTH_SCHEMES: 'basic,token,oauth2,session' } });
      test.after(() => app.close());
      const { password } = await app.addUser('demo');
      const client = await addClient(app.store, 'editor');
      const first = nth === 0 ? 0 : said['README.md'].length;
      for (const [index, expected] of said[page].entries()) {
        if (programs[first + index]?.startsWith('// In a page')) continue;
        const file = join(project, `block-${first + index}.js`);
        const code = (await readFile(file, 'utf8'))
          .replaceAll('http://127.0.0.1:8000', app.url)
          .replaceAll("'password'", `'${password}'`)
          .replace('CLIENT_ID', client.clientId)
          .replace('CLIENT_SECRET', client.clientSecret);
        await writeFile(file, code);
        const { stdout, stderr } = await run(process.execPath, [file], { cwd: project });
        assert.equal(stderr, '', `block ${index}`);
        if (expected !== undefined) assert.match(stdout, patternOf(expected), `block ${index}`);
        else assert.match(stdout, /^(\d+ ?(undefined)?\n)+$/, `block ${index}`);
      }
    });
  }

  it('has an expectation for every block of its pages', () => {
    assert.equal(
      programs.length,
      pages.reduce((sum, page) => sum + said[page].length, 0),
    );
  });
});

/** `*` is anything within a line. */
function patternOf(expected: string): RegExp {
  const parts = expected.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
