/** The import graph of `src/`, types included: who may import whom. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { ROOT } from './docs/read-markdown.js';

const SRC = join(ROOT, 'src');

interface SourceFile {
  /** Relative to `src/`. */
  readonly path: string;
  readonly text: string;
  /** Files of `src/` that it imports or re-exports from. */
  readonly imports: readonly string[];
  /** Packages, and `#generated`. */
  readonly packages: readonly string[];
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map(readSource);

function readSource(path: string): SourceFile {
  const text = readFileSync(join(SRC, path), 'utf8');
  // TypeScript's own scan finds static, type-only and dynamic imports, and `import()` types.
  const specifiers = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  const isOwn = (specifier: string) => specifier.startsWith('.');
  const resolve = (specifier: string) =>
    relative(SRC, join(SRC, dirname(path), specifier)).replace(/\.js$/, '.ts');
  return {
    path,
    text,
    imports: specifiers.filter(isOwn).map(resolve),
    packages: specifiers.filter((specifier) => !isOwn(specifier)),
  };
}

/** A room is a folder of `src/`, a folder of `src/pipeline/`, or a file beside them. */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'pipeline' ? `${first}/${second}` : first;
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const fileGraph: Graph = new Map(files.map(({ path, imports }) => [path, new Set(imports)]));

const roomGraph: Graph = (() => {
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = roomOf(path);
    const targets = rooms.get(from) ?? new Set();
    rooms.set(from, targets);
    for (const imported of imports) if (roomOf(imported) !== from) targets.add(roomOf(imported));
  }
  return rooms;
})();

/** @returns one path that ends where it begins, for each node that lies on a cycle */
function cyclesOf(graph: Graph): string[] {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start >= 0) cycles.push([...trail.slice(start), node].join(' -> '));
    if (start >= 0 || finished.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    finished.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

describe('the structure of src/', () => {
  it('resolves every relative import to a file of src/, so that the graph is complete', () => {
    const missing = files.flatMap(({ path, imports }) =>
      imports.filter((imported) => !fileGraph.has(imported)).map((imported) => `${path} -> ${imported}`),
    );
    assert.deepEqual(missing, []);
    assert.ok(files.length > 200, `${files.length} files`);
  });

  it('finds a cycle where there is one', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    assert.deepEqual(cyclesOf(graph), ['b -> c -> b']);
  });

  it('has no import cycle between files, types included', () => {
    assert.deepEqual(cyclesOf(fileGraph), []);
  });

  it('has no import cycle between folders, types included', () => {
    assert.deepEqual(cyclesOf(roomGraph), []);
  });

  it('lets the pipeline import neither handlers nor renderers nor the application', () => {
    const wrong = [...roomGraph]
      .filter(([room]) => room.startsWith('pipeline/'))
      .flatMap(([room, targets]) =>
        ['handlers', 'renderers', 'app.ts', 'server', 'commands']
          .filter((target) => targets.has(target))
          .map((target) => `${room} -> ${target}`),
      );
    assert.deepEqual(wrong, []);
  });

  it('imports openapi-backend in one file of the pipeline', () => {
    const importers = files.filter(({ packages }) => packages.includes('openapi-backend'));
    assert.equal(importers.length, 1, importers.map(({ path }) => path).join());
    assert.match(importers[0]?.path ?? '', /^pipeline\//);
  });

  it('imports the application in the server, the commands and the package only', () => {
    const importers = files.filter(({ imports }) => imports.includes('app.ts')).map(({ path }) => path);
    assert.ok(importers.length > 0);
    assert.deepEqual(
      importers.filter((path) => !/^(server\/|commands\/|index\.ts$)/.test(path)),
      [],
    );
  });

  it('reads the environment in src/config/ only', () => {
    const readers = files
      .filter(({ path, text }) => text.includes('process') && readsEnvironment(path, text))
      .map(({ path }) => path);
    assert.ok(readers.length > 0);
    assert.deepEqual(
      readers.filter((path) => !path.startsWith('config/')),
      [],
    );
  });
});

describe('a test file', () => {
  it('opens its suites itself, so that one that is skipped is told as its own', () => {
    const silent = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
      .filter((path) => !OPENED.test(readFileSync(join(ROOT, 'test', path), 'utf8')));
    assert.deepEqual(silent, []);
  });
});

describe('the imports of tests', () => {
  it('name files of src/ that exist: what an earlier build has left in dist/ would hide it', () => {
    const missing = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
      .flatMap((path) => {
        const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, 'test', path), 'utf8'));
        return importedFiles.map(({ fileName }) => `${path}: ${fileName}`);
      })
      .filter((line) => {
        const [, own] = /: #src\/(.+)\.js$/.exec(line) ?? [];
        return own !== undefined && !existsSync(join(SRC, `${own}.ts`));
      });
    assert.deepEqual(missing, []);
  });
});

/** A function of node:test, or of helpers/stores.ts, one of whose suites is never skipped. */
const OPENED = /^\s*(describe|it|test|describeOnBothStores|describeOnAnyStore)\(/m;

/** Whether the code names `process.env`, also as `process['env']` or by destructuring; comments do not count. */
function readsEnvironment(path: string, text: string): boolean {
  const isProcess = (node: ts.Node) => ts.isIdentifier(node) && node.text === 'process';
  const reads = (node: ts.Node): boolean => {
    if (ts.isPropertyAccessExpression(node) && isProcess(node.expression) && node.name.text === 'env')
      return true;
    if (ts.isElementAccessExpression(node) && isProcess(node.expression)) return true;
    if (ts.isVariableDeclaration(node) && node.initializer && isProcess(node.initializer)) return true;
    return ts.forEachChild(node, (child) => reads(child) || undefined) ?? false;
  };
  return reads(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}
