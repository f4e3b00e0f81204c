/** The files of deploy/ name only settings and paths that exist. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT, readPage } from '../docs/read-markdown.js';
import { instructionsOf } from './dockerfile.js';
import { DEPLOY, documentedSettings, FILES, isDocumented, readDeploy, readYaml } from './read-deploy.js';

/** Read by Node.js and by libraries, not by the service. */
const FOREIGN = new Set(['NODE_ENV']);

interface Compose {
  readonly services: { readonly 'snippet-store': { readonly environment: Readonly<Record<string, string>> } };
}
interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: { readonly env: { readonly name: string }[] }[] };
    };
  };
}

/** Where a file hands settings to the service: [file, names]. */
const NAMED: readonly (readonly [file: string, names: readonly string[]])[] = [
  [
    'Dockerfile',
    instructionsOf('Dockerfile')
      .filter(({ keyword }) => keyword === 'ENV')
      .flatMap(({ args }) => args.map((pair) => pair.replace(/=.*$/s, ''))),
  ],
  [
    'compose/compose.yaml',
    Object.keys(readYaml<Compose>('compose/compose.yaml').services['snippet-store'].environment),
  ],
  [
    'kubernetes/deployment.yaml',
    readYaml<Deployment>('kubernetes/deployment.yaml').spec.template.spec.containers.flatMap(({ env }) =>
      env.map(({ name }) => name),
    ),
  ],
  ...['systemd/snippet-store.service', 'systemd/mongodb.conf'].map(
    (file) =>
      [file, [...readDeploy(file).matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)] as const,
  ),
  [
    'healthcheck.mjs',
    [...readDeploy('healthcheck.mjs').matchAll(/\b([A-Z][A-Z0-9_]+) = '/g)].map(([, name = '']) => name),
  ],
];

describe('the settings that deploy/ names', () => {
  it('are known from the table of docs/operating.md', () => {
    const settings = documentedSettings();
    assert.ok(settings.size > 20 && settings.has('PORT') && settings.has('SECRET_KEY'));
    assert.ok(isDocumented('SECRET_KEY_FILE') && !isDocumented('SECRET_KEYS'));
  });

  for (const [file, names] of NAMED) {
    it(`stand in the table of docs/operating.md: ${file}`, () => {
      assert.ok(names.length > 0);
      assert.deepEqual(
        names.filter((name) => !FOREIGN.has(name) && !isDocumented(name)),
        [],
      );
    });
  }
});

describe('the paths that deploy/ and docs/deploying.md name', () => {
  const page = 'docs/deploying.md';
  const sources = [
    ...FILES.map((file) => [`deploy/${file}`, readDeploy(file)] as const),
    [page, readPage(page)] as const,
  ];

  for (const [file, text] of sources) {
    it(`exist: ${file}`, () => {
      const named = [...text.matchAll(/(?<![\w/.-])(?:deploy|docs|scripts)\/[\w./-]*\w/g)].map(
        ([path]) => path,
      );
      assert.deepEqual(
        named.filter((path) => !existsSync(join(ROOT, path)) && !/^deploy\/compose\/secrets/.test(path)),
        [],
      );
    });
  }

  it('cover every file of deploy/: the page tells what each is for', () => {
    const text = readPage(page);
    const untold = FILES.filter((file) => {
      const [folder = ''] = file.split('/');
      return !text.includes(`deploy/${file}`) && !text.includes(`deploy/${folder}\``);
    });
    assert.deepEqual(untold, []);
  });

  it('can be run where they are programs', () => {
    assert.ok(statSync(join(DEPLOY, 'compose/make-secrets.sh')).mode & 0o100);
  });
});
