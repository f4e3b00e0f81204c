// The files of deploy/: what they name exists, and what they make is accepted.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parse } from 'yaml';
import { readSettings } from '#src/config/index.js';
import { ROOT } from '../docs/read-markdown.js';
import { startApp } from '../helpers/app.js';
import { freePort } from '../helpers/service.js';

const DEPLOY = join(ROOT, 'deploy');
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'snippet-store-deploy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('deploy/', () => {
  const secrets = join(folder, 'make-secrets.sh');
  copyFileSync(join(DEPLOY, 'compose/make-secrets.sh'), secrets);

  it('makes secrets once, which the service accepts', async () => {
    const contents = () =>
      ['secret-key', 'mongodb-url', 'mongodb-password'].map((name) =>
        readFileSync(join(folder, 'secrets', name), 'utf8'),
      );
    execFileSync('sh', [secrets]);
    const made = contents();
    execFileSync('sh', [secrets]);
    assert.deepEqual(contents(), made);
    const [SECRET_KEY = '', MONGODB_URL = '', password = ''] = made;
    const { mongodbUrl } = await readSettings({ SECRET_KEY, MONGODB_URL });
    assert.ok(mongodbUrl?.includes(`root:${password}@mongodb/snippets`));
  });

  const named: Record<string, Record<string, string>> = {
    Dockerfile: pairsOf(
      read('Dockerfile')
        .match(/^ENV (.*)$/m)?.[1]
        ?.split(' ') ?? [],
    ),
    'compose.yaml': parse(read('compose/compose.yaml').replace(/\$\{DOMAIN\}/g, 'snippets.example.com'))
      .services['snippet-store'].environment,
    'deployment.yaml': Object.fromEntries(
      parse(read('kubernetes/deployment.yaml')).spec.template.spec.containers[0].env.map(
        ({ name, value }: { name: string; value: string }) => [name, value],
      ),
    ),
    'snippet-store.service': pairsOf(environmentOf('systemd/snippet-store.service')),
    'mongodb.conf': pairsOf(environmentOf('systemd/mongodb.conf')),
  };
  for (const [file, settings] of Object.entries(named)) {
    it(`names only settings that the service knows, with values that it accepts: ${file}`, async () => {
      const { NODE_ENV: _, ...own } = settings;
      assert.ok(Object.keys(own).length > 0);
      const secret: Record<string, string> = {
        SECRET_KEY: 'k'.repeat(40),
        MONGODB_URL: 'mongodb://m/snippets?replicaSet=s',
      };
      const values = Object.entries(own).map(([name, value]) => {
        const bare = name.replace(/_FILE$/, '');
        return bare === name ? [name, value] : [bare, secret[bare]];
      });
      await readSettings(Object.fromEntries(values));
    });
  }

  it('alerts by metrics that the service has', async (test) => {
    const METRICS_PORT = String(await freePort());
    await startApp({ env: { METRICS_PORT } }, test);
    const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    const rules: { expr: string }[] = parse(read('prometheus/alerts.yaml')).groups[0].rules;
    const names = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\b([a-z]\w+)\{/g)].map(([, name = '']) => name),
    );
    const known = (name: string) => metrics.includes(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `);
    assert.ok(names.length > rules.length);
    assert.deepEqual(
      names.filter((name) => name !== 'up' && !known(name)),
      [],
    );
  });
});

function environmentOf(unit: string): string[] {
  return [...read(unit).matchAll(/^Environment=(.*)$/gm)].map(([, pair = '']) => pair);
}

function pairsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}
