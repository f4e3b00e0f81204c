/** `--help` on every level, and what a wrong command line is told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run } from './snippet-store.js';

describe('--help', () => {
  const LEVELS: [string[], RegExp][] = [
    [
      ['--help'],
      /Usage: snippet-store COMMAND[\s\S]*users set-password NAME[\s\S]*Exit codes: 0 done, 1 failed, 2/,
    ],
    [['users', '--help'], /Usage: snippet-store users COMMAND[\s\S]*deactivate NAME/],
    [['users', 'create', '-h'], /Usage: snippet-store users create NAME \[--password-stdin\]/],
    [['tokens', 'create', '--help'], /Usage: snippet-store tokens create \[NAME\] \[--all\]/],
    [['snippets', 'assign', '--help'], /--owner NAME/],
    [['serve', '--help'], /--port PORT/],
  ];
  for (const [args, text] of LEVELS) {
    it(`explains: ${args.join(' ')}`, async () => {
      // Not even a broken setting keeps the help away.
      const outcome = await run(args, { PORT: 'broken' });
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.match(outcome.stdout, text);
      assert.equal(outcome.stderr, '');
    });
  }

  it('has a version beside it', async () => {
    const { code, stdout } = await run(['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong command line ends with 2', () => {
  const WRONG: [string[], RegExp][] = [
    [
      [],
      /a command is missing: serve, users, tokens, oauth1, oauth2, snippets\nTry: snippet-store --help\n$/,
    ],
    [['users'], /a command is missing: create, list, /],
    [['user'], /unknown command "user", did you mean users\?/],
    [
      ['users', 'creat', 'x'],
      /unknown command "creat", did you mean create\?\nTry: snippet-store users --help/,
    ],
    [['constructor'], /unknown command "constructor"\n/],
    [['users', 'create'], /NAME is missing\nTry: snippet-store users create --help/],
    [['users', 'list', 'more'], /unexpected argument "more"/],
    [['users', 'list', '--jsn'], /unknown option "--jsn", did you mean --json\?/],
    [['users', 'list', '-x'], /unknown option "-x"/],
    [['users', 'create', 'x', '--password-stdin=y'], /--password-stdin takes no value/],
    [['serve', '--port'], /--port needs a value/],
    [['tokens', 'create'], /expected either NAME or --all/],
    [['tokens', 'create', 'x', '--all'], /expected either NAME or --all/],
    [['snippets', 'assign'], /--owner NAME is missing/],
    [['snippets', 'highlight', '--all', '--plain-only'], /expected either --plain-only or --all/],
  ];
  for (const [args, message] of WRONG) {
    it(`and a message: ${args.join(' ') || '(nothing)'}`, async () => {
      const outcome = await run(args);
      assert.equal(outcome.code, 2, outcome.stderr);
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stdout, '');
    });
  }
});
