/** The files of deploy/ name only settings and paths that exist. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSettings } from '#src/config/index.js';
import { ROOT, readPage } from '../docs/read-markdown.js';
import { instructionsOf } from './dockerfile.js';
import { DEPLOY, documentedSettings, FILES, isDocumented, readDeploy, readYaml } from './read-deploy.js';

/** Read by Node.js and by libraries, not by the service. */
const FOREIGN = new Set(['NODE_ENV']);

type Environment = Readonly<Record<string, string>>;
interface Compose {
  readonly services: { readonly 'snippet-store': { readonly environment: Environment } };
}
interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: { readonly env: { readonly name: string; readonly value: string }[] }[];
      };
    };
  };
}

/** Where a file hands settings to the service: [file, settings]. */
const NAMED: readonly (readonly [file: string, settings: Environment])[] = [
  ['Dockerfile', inDockerfile()],
  ['compose/compose.yaml', inCompose()],
  ['kubernetes/deployment.yaml', inDeployment()],
  ['systemd/snippet-store.service', inUnit('systemd/snippet-store.service')],
  ['systemd/mongodb.conf', inUnit('systemd/mongodb.conf')],
];

function inDockerfile(): Environment {
  const pairs = instructionsOf('Dockerfile').filter(({ keyword }) => keyword === 'ENV');
  return Object.fromEntries(pairs.flatMap(({ args }) => args.map((pair) => pair.split('=', 2))));
}

/** With the defaults of the variables, and DOMAIN as docs/deploying.md has it. */
function inCompose(): Environment {
  const { environment } = readYaml<Compose>('compose/compose.yaml').services['snippet-store'];
  const filledIn = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{\w+:-([^}]*)\}/, '$1').replace(/\$\{DOMAIN\}/, 'snippets.example.com'),
  ]);
  return Object.fromEntries(filledIn);
}

function inDeployment(): Environment {
  const { containers } = readYaml<Deployment>('kubernetes/deployment.yaml').spec.template.spec;
  return Object.fromEntries(containers.flatMap(({ env }) => env.map(({ name, value }) => [name, value])));
}

function inUnit(file: string): Environment {
  return Object.fromEntries(
    [...readDeploy(file).matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

/** What the files of NAME_FILE settings hold. */
const SECRETS: Environment = {
  SECRET_KEY_FILE: 'a secret key of more than 32 characters',
  MONGODB_URL_FILE: 'mongodb://mongodb-1:27017,mongodb-2:27017/snippets?replicaSet=snippets',
};

describe('the settings that deploy/ names', () => {
  it('are known from the table of docs/operating.md', () => {
    const settings = documentedSettings();
    assert.ok(settings.size > 20 && settings.has('PORT') && settings.has('SECRET_KEY'));
    assert.ok(isDocumented('SECRET_KEY_FILE') && !isDocumented('SECRET_KEYS'));
  });

  for (const [file, settings] of NAMED) {
    it(`stand in the table of docs/operating.md: ${file}`, () => {
      const names = Object.keys(settings);
      assert.ok(names.length > 0);
      assert.deepEqual(
        names.filter((name) => !FOREIGN.has(name) && !isDocumented(name)),
        [],
      );
    });

    it(`have values that the service accepts: ${file}`, async () => {
      const environment = Object.entries(settings).map(([name, value]) =>
        name.endsWith('_FILE') ? [name.replace(/_FILE$/, ''), SECRETS[name]] : [name, value],
      );
      await readSettings(Object.fromEntries(environment));
    });
  }

  it('are the only ones that the health check of the image reads', () => {
    const read = [...readDeploy('healthcheck.mjs').matchAll(/\b([A-Z][A-Z0-9_]+) = '/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(read, ['PORT', 'TLS_CERT']);
    assert.ok(read.every((name) => name && isDocumented(name)));
  });
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
