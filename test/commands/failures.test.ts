/** A failure that the operator can correct is one line, with exit code 1. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createAlice, type Outcome, results, run, runHere, temporaryFolder } from '../helpers/service.js';

function assertFailure(outcome: Outcome, message: RegExp): void {
  assert.equal(outcome.code, 1, outcome.stderr);
  assert.match(outcome.stderr, message);
  assert.doesNotMatch(outcome.stderr, /\n\s+at /, 'no stack trace');
  assert.equal(outcome.stdout, '');
}

describe('a start that fails', () => {
  for (const command of [['serve'], ['users', 'list']]) {
    it(`names a wrong setting: ${command.join(' ')}`, async () => {
      assertFailure(
        await run(command, { OWNERSHIP: 'no' }),
        /^snippet-store: OWNERSHIP="no": expected one of on, off\n$/,
      );
    });

    it(`names a data folder that cannot be written: ${command.join(' ')}`, async () => {
      const file = join(await temporaryFolder(), 'file');
      await writeFile(file, '');
      const outcome = await runHere(command, { DATA_DIR: join(file, 'data'), PORT: '0' });
      assertFailure(outcome, /^snippet-store: DATA_DIR=".*data": the store cannot be opened: ENOTDIR/);
    });
  }

  it('shows the own error of a CONFIG module that throws', async () => {
    const CONFIG = join(await temporaryFolder(), 'config.mjs');
    await writeFile(CONFIG, 'throw new RangeError("no badge printer");');
    const { code, stderr } = await run(['serve'], { CONFIG });
    assert.equal(code, 1);
    const start = `snippet-store: CONFIG="${CONFIG}": the module cannot be loaded\nRangeError: no badge printer\n    at `;
    assert.ok(stderr.startsWith(start), stderr);
  });

  it('names a port in use', async () => {
    const DATA_DIR = await temporaryFolder();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    assert.ok(typeof address === 'object' && address);
    try {
      const settings = { DATA_DIR, PORT: String(address.port), LOG_LEVEL: 'silent' };
      const { code, stdout, stderr } = await run(['serve'], settings);
      assert.equal(code, 1);
      const message = `cannot listen on http://127.0.0.1:${address.port}: the port is in use`;
      assert.match(stderr, new RegExp(`^snippet-store: ${message}[^\\n]*\n$`));
      assert.match(stdout, /^First start: made the user demo with the password \w+ .*\n$/);
    } finally {
      other.close();
    }
  });

  it('names a secret that was cut short', async () => {
    const DATA_DIR = await temporaryFolder();
    await createAlice({ DATA_DIR });
    await writeFile(join(DATA_DIR, 'secret-key'), 'short');
    assertFailure(
      await runHere(['serve'], { DATA_DIR, PORT: '0' }),
      /secret-key holds fewer than 32 characters/,
    );
  });
});

describe('MongoDB that does not answer', () => {
  it('fails a command in bounded time, without the address’s password', { timeout: 90_000 }, async () => {
    const outcome = await runHere(['users', 'list'], {
      MONGODB_URL: 'mongodb://operator:hunter2@127.0.0.1:1/snippets',
      SECRET_KEY: 'x'.repeat(32),
    });
    assertFailure(outcome, /^snippet-store: MONGODB_URL: MongoDB cannot be used at 127\.0\.0\.1:1: .*\n$/);
  });
});

describe('what moves a terminal', () => {
  // A new line, an escape sequence, its one-byte form, and a change of the direction of text.
  const HOSTILE = 'a\n\u001b[31m\u009b1A\u202eb';
  const SHOWN = String.raw`a\u000a\u001b[31m\u009b1A\u202eb`;

  it('is escaped in results, failures and messages about the command line', async () => {
    const DATA_DIR = join(await temporaryFolder(), HOSTILE);
    const file = join(DATA_DIR, HOSTILE);
    await runHere(['users', 'create', 'ada', '--password-stdin'], { DATA_DIR }, 'correct horse');
    for (const [args, told] of [
      [['export', file], `${SHOWN} holds 0 snippets and 1 user `],
      [['export', file], `${SHOWN} exists already`],
      [['users', 'deactivate', HOSTILE], `unknown user "${SHOWN}"`],
      [[HOSTILE], `unknown command '${SHOWN}'\n`],
    ] as const) {
      const { stdout, stderr } = await runHere(args, { DATA_DIR });
      assert.ok(`${stdout}${stderr}`.includes(told), `${stdout}${stderr}`);
      assert.doesNotMatch(`${stdout}${stderr}`, /[^\P{Cc}\n]|\u202e/u);
    }
    const asJson = await runHere(['export', `${file}2`, '--json'], { DATA_DIR });
    assert.doesNotMatch(asJson.stdout, /[^\P{Cc}\n]|\u202e/u);
    assert.equal((results(asJson) as { file: string }[])[0]?.file, `${file}2`);
  });
});
