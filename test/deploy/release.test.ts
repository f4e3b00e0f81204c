/** The workflow that publishes a release. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { readPage } from '../docs/read-markdown.js';

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}
interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<'check' | 'pack' | 'publish', Job>>;
}

const text = readPage('.github/workflows/release.yml');
const { on, permissions, jobs }: Workflow = parse(text);
const commandsOf = (job: Job) => job.steps.flatMap(({ run = '' }) => run.split('\n'));

describe('the release workflow', () => {
  it('starts for a tag of a version, and publishes only what was checked and packed', () => {
    assert.deepEqual(on.push.tags, ['v*']);
    assert.deepEqual([jobs.pack.needs, jobs.publish.needs], ['check', 'pack']);
    assert.ok(commandsOf(jobs.check).includes('bash .ci/run'));
    assert.ok(commandsOf(jobs.check).includes('npm audit --omit=dev'));
  });

  it('publishes with provenance, by its own identity instead of a stored token', () => {
    assert.ok(commandsOf(jobs.publish).some((command) => /^npm publish --provenance\b/.test(command)));
    assert.equal(jobs.publish.permissions?.['id-token'], 'write');
    assert.doesNotMatch(text, /secrets\.|NODE_AUTH_TOKEN/);
  });

  it('gives the permission to publish to the last job only, which runs no code of the checkout', () => {
    assert.deepEqual(permissions, { contents: 'read' });
    assert.equal(jobs.check.permissions ?? jobs.pack.permissions, undefined);
    assert.ok(!jobs.publish.steps.some(({ uses = '' }) => uses.startsWith('actions/checkout')));
  });

  it('runs no install script where it packs', () => {
    const commands = commandsOf(jobs.pack).filter((command) => /^npm (ci|install|pack)/.test(command));
    assert.equal(commands.length, 2);
    for (const command of commands) assert.match(command, / --ignore-scripts/);
  });

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(readPage('package.json'));
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    assert.ok(named.length >= 2);
    for (const name of named) assert.ok(scripts[name], name);
  });
});
