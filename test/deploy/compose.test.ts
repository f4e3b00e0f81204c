/** The compose file, and the secrets that it shows to its containers. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { readSettings } from '#src/config/index.js';
import { stagesOf } from './dockerfile.js';
import { DEPLOY, readYaml } from './read-deploy.js';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const folder = join(DEPLOY, 'compose');
const { services, networks, volumes, secrets } = readYaml<Compose>('compose/compose.yaml');
const members = Object.entries(services).filter(([, { image }]) => image.startsWith('mongo:'));
const names = (value: Service['depends_on'] = []) => (Array.isArray(value) ? value : Object.keys(value));

describe('deploy/compose/compose.yaml', () => {
  it('names only networks, volumes, secrets and services that it has, and files that exist', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const network of service.networks) assert.ok(network in networks, `${name}: ${network}`);
      for (const secret of service.secrets ?? []) assert.ok(secret in secrets, `${name}: ${secret}`);
      for (const other of names(service.depends_on)) assert.ok(other in services, `${name}: ${other}`);
      for (const volume of service.volumes ?? []) {
        const [from = ''] = volume.split(':');
        assert.ok(
          from.startsWith('./') ? existsSync(join(folder, from)) : from in volumes,
          `${name}: ${from}`,
        );
      }
      if (service.build) assert.ok(existsSync(join(folder, service.build.context, service.build.dockerfile)));
    }
  });

  it('shows each secret at the path that the settings name', () => {
    const files = Object.values(services).flatMap((service) =>
      Object.entries(service.environment ?? {})
        .filter(([name]) => name.endsWith('_FILE'))
        .map(([, path]) => [service, path] as const),
    );
    assert.equal(files.length, 3);
    for (const [service, path] of files) {
      assert.ok(
        service.secrets?.some((secret) => path === `/run/secrets/${secret}`),
        path,
      );
    }
  });

  it('publishes only the ports of the proxy, and keeps the store on a network without a way out', () => {
    const published = Object.keys(services).filter((name) => services[name]?.ports);
    assert.deepEqual(published, ['proxy']);
    assert.equal(networks.store?.internal, true);
    for (const [name, member] of members) assert.deepEqual(member.networks, ['store'], name);
    assert.deepEqual(services.proxy?.networks, ['web']);
  });

  it('runs the image of deploy/Dockerfile and the proxy read-only and without privileges', () => {
    const built = Object.values(services).filter(({ image }) => image === 'snippet-store');
    assert.equal(built.length, 2);
    for (const service of built) {
      assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']]);
    }
    for (const [name, { security_opt }] of Object.entries(services)) {
      assert.deepEqual(security_opt, ['no-new-privileges:true'], name);
    }
    // What the job of the replica set runs is in the image, beside the driver.
    const [, script = ''] = services['replica-set']?.entrypoint ?? [];
    const workdir = stagesOf('Dockerfile')
      .at(-1)
      ?.instructions.find(({ keyword }) => keyword === 'WORKDIR');
    assert.ok(script.startsWith(`${workdir?.args[0]}/deploy/`));
    assert.ok(existsSync(join(DEPLOY, script.replace(/^\/app\/deploy/, ''))));
  });
});

describe('make-secrets.sh', () => {
  const copy = mkdtempSync(join(tmpdir(), 'snippet-store-secrets-'));
  after(() => rmSync(copy, { recursive: true, force: true }));
  const made = join(copy, 'secrets');
  const script = join(copy, 'make-secrets.sh');
  copyFileSync(join(folder, 'make-secrets.sh'), script);
  const contents = () =>
    Object.fromEntries(readdirSync(made).map((name) => [name, readFileSync(join(made, name), 'utf8')]));

  it('makes every secret that the compose file names, in a folder that nobody else reads, once', () => {
    execFileSync('sh', [script], { stdio: 'ignore' });
    const before = contents();
    assert.deepEqual(
      Object.keys(before).sort(),
      Object.values(secrets)
        .map(({ file }) => file.replace('./secrets/', ''))
        .sort(),
    );
    assert.equal(statSync(made).mode & 0o777, 0o700);
    for (const name of Object.keys(before)) assert.equal(statSync(join(made, name)).mode & 0o777, 0o444);
    execFileSync('sh', [script], { stdio: 'ignore' });
    assert.deepEqual(contents(), before);
    const random = Object.keys(before).filter((name) => name !== 'mongodb-url');
    assert.equal(new Set(random.map((name) => before[name])).size, random.length);
  });

  it('makes settings that the service accepts', async () => {
    const { 'mongodb-url': MONGODB_URL = '', 'secret-key': SECRET_KEY = '', ...others } = contents();
    const settings = await readSettings({ MONGODB_URL, SECRET_KEY });
    assert.equal(settings.mongodbUrl, MONGODB_URL);
    assert.ok(MONGODB_URL.includes(`snippet-store:${others['mongodb-password']}@mongodb-1:27017,`));
    // MongoDB takes 6 to 1024 characters of base64 as a key.
    assert.match(others['mongodb-key'] ?? '', /^[A-Za-z0-9+/]{6,1024}$/);
  });
});
