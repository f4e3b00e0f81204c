/** The systemd unit, judged by systemd itself. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createAlice, temporaryFolder } from '../commands/snippet-store.js';
import { ROOT, readPage } from '../docs/read-markdown.js';
import { readDeploy } from './read-deploy.js';

const [, version = 0] =
  /^systemd (\d+)/.exec(spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
const missing = Number(version) > 0 ? false : 'needs systemd-analyze';
/** 0 is sealed off, 10 is open; below 2.0 systemd says "OK". Judging a file, not a running unit, came with 250. */
const EXPOSURE = 2;

/** [section, key, value], in the order of the file. */
function entriesOf(file: string): [section: string, key: string, value: string][] {
  let section = '';
  return readDeploy(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [, header] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (header) section = header;
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      assert.ok(header || key, `${file}: ${line}`);
      return key && value !== undefined ? [[section, key, value] as [string, string, string]] : [];
    });
}

describe('deploy/systemd/snippet-store.service', () => {
  const unit = entriesOf('systemd/snippet-store.service');
  const valuesOf = (key: string) => unit.filter(([, name]) => name === key).map(([, , value]) => value);

  it('leaves V8 its executable memory, without which the process cannot start', () => {
    assert.deepEqual(valuesOf('MemoryDenyWriteExecute'), []);
  });

  it('has a timer whose backup may write only the store and the folder of the backups', () => {
    const backup = entriesOf('systemd/snippet-store-backup.service');
    const of = (key: string) => backup.find(([, name]) => name === key)?.[2];
    assert.deepEqual([of('User'), of('ProtectSystem')], valuesOf('User').concat(valuesOf('ProtectSystem')));
    assert.equal(of('ReadWritePaths'), '/var/lib/snippet-store /var/backups/snippet-store');
    const timer = entriesOf('systemd/snippet-store-backup.timer');
    assert.ok(timer.some(([, key, value]) => key === 'Persistent' && value === 'true'));
  });

  it('has beside it a line for cron that makes a backup, with the environment that cron gives', async () => {
    const [, path = '', user, command = ''] =
      /^PATH=(\S+)\n0 3 \* \* \* (\S+) (.+)$/m.exec(readPage('docs/deploying.md')) ?? [];
    assert.deepEqual([user], valuesOf('User'));
    assert.ok(path.split(':').includes('/usr/local/bin'));
    const root = await temporaryFolder();
    for (const folder of ['bin', 'data', 'backups']) await mkdir(join(root, folder));
    // `npm install --global` makes the file of the package executable, and a link to it.
    const program = `#!/usr/bin/env node\nimport(${JSON.stringify(join(ROOT, 'dist', 'cli.js'))});\n`;
    await writeFile(join(root, 'bin', 'snippet-store'), program, { mode: 0o755 });
    await symlink(process.execPath, join(root, 'bin', 'node'));
    const here = command
      .replace('/var/lib/snippet-store', join(root, 'data'))
      .replace('/usr/local/bin', join(root, 'bin'))
      .replace('/var/backups/snippet-store', join(root, 'backups'));
    await createAlice({ DATA_DIR: join(root, 'data') });
    const env = { PATH: path.replace('/usr/local/bin', join(root, 'bin')), HOME: root, SHELL: '/bin/sh' };
    const { status, stderr } = spawnSync('/bin/sh', ['-c', here], { env, encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal((await readdir(join(root, 'backups'))).length, 1);
  });

  it('has a timer and a backup that systemd understands', { skip: missing }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'snippet-store-units-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const paths = ['snippet-store-backup.service', 'snippet-store-backup.timer'].map((name) => {
      const path = join(folder, name);
      // The command is not installed here.
      const text = readDeploy(`systemd/${name}`).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
      writeFileSync(path, text);
      return path;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('passes systemd-analyze verify, alone and with the file for MongoDB', { skip: missing }, () => {
    const bare = analyze(['verify'], '');
    assert.deepEqual([bare.status, bare.stderr], [0, '']);
    const withMongodb = analyze(['verify'], readDeploy('systemd/mongodb.conf'));
    assert.deepEqual([withMongodb.status, withMongodb.stderr], [0, '']);
    // The tool does notice: a key that does not exist.
    assert.match(analyze(['verify'], '[Service]\nProtectEverything=yes\n').stderr, /ProtectEverything/);
  });

  const old = missing || (Number(version) < 250 ? 'needs systemd 250' : false);
  it('is sealed off as systemd-analyze security measures it', { skip: old }, () => {
    const { status, stdout } = analyze(['security', '--offline=true', `--threshold=${EXPOSURE * 10}`], '');
    assert.equal(status, 0, stdout);
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    assert.ok(Number(exposure) < EXPOSURE, exposure);
  });
});

/** On a copy that starts a program which this machine has; `more` is what stands in a file beside the unit. */
function analyze(command: readonly string[], more: string) {
  const folder = mkdtempSync(join(tmpdir(), 'snippet-store-unit-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'snippet-store.service');
  const unit = readDeploy('systemd/snippet-store.service').replace(
    '/usr/local/bin/snippet-store',
    process.execPath,
  );
  writeFileSync(file, `${unit}\n${more}`);
  return spawnSync('systemd-analyze', [...command, '--no-pager', file], { encoding: 'utf8' });
}
