/** `npm run store-files`: files go through the SDK into the store and come back byte for byte. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApp, type TestApp, type TestUser } from '../helpers/app.js';
import { describeOnAnyStore } from '../helpers/stores.js';

const SCRIPT = fileURLToPath(new URL('../../scripts/store-files.mjs', import.meta.url));
const run = promisify(execFile);

describeOnAnyStore('store-files', (store) => {
  let app: TestApp;
  let alice: TestUser;
  let folder: string;
  before(async () => {
    app = await startApp({ store });
    alice = await app.addUser('alice');
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-files-'));
    await writeFile(join(folder, 'a.py'), '\ufeff# BOM, CRLF, emoji 🐢\r\n\tprint(1)\r\n\r\n');
    await writeFile(join(folder, 'b.c'), 'int main(void) { return 0; }');
    await writeFile(join(folder, 'blank.txt'), ' \n');
    await writeFile(join(folder, 'picture.bin'), Buffer.from([0xff, 0xfe, 0x00]));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await app.close();
  });

  it('stores what is text, with its language, and finds it unchanged', async () => {
    const args = ['--url', app.url, '--token', alice.token, '--folder', folder];
    const { stdout, stderr } = await run(process.execPath, [SCRIPT, ...args]);
    assert.match(stdout, /: 2 files in 2 languages \(c, python\), 0 came back changed\n/);
    assert.match(stderr, /20 %\n.* 50 %\n.* 70 %\n.* 100 %\n/s);
    const stored = await app.client().listSnippets();
    assert.deepEqual(stored.map(({ language }) => language).sort(), ['c', 'python']);
    assert.ok(stored.every(({ owner, title }) => owner === 'alice' && title !== ''));
  });

  it('ends with a failure when it cannot store', async () => {
    const args = ['--url', app.url, '--token', 'nobody', '--folder', folder];
    await assert.rejects(run(process.execPath, [SCRIPT, ...args]), /401 Invalid token/);
  });
});
