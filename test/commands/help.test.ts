/** `--help` on every level, and what a wrong command line is told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run, runHere } from './snippet-store.js';

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
  for (const [index, [args, text]] of LEVELS.entries()) {
    it(`explains: ${args.join(' ')}`, async () => {
      // Not even a broken setting keeps the help away.
      const outcome = await (index === 0 ? run : runHere)(args, { PORT: 'broken' });
      assert.equal(outcome.code, 0, outcome.stderr);
      assert.match(outcome.stdout, text);
      assert.equal(outcome.stderr, '');
    });
  }

  it('has a version beside it', async () => {
    const { code, stdout } = await runHere(['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

describe('a wrong command line ends with 2', () => {
  const WRONG: [string[], RegExp][] = [
    [[], /^Usage: snippet-store COMMAND\n[\s\S]*Commands:\n {2}serve /],
    [['users'], /^Usage: snippet-store users COMMAND\n[\s\S]*Commands:\n {2}users create NAME /],
    [['user'], /unknown command "user", did you mean users\?/],
    [
      ['users', 'creat', 'x'],
      /unknown command "creat", did you mean create\?\nTry: snippet-store users --help/,
    ],
    [['constructor'], /unknown command "constructor"\n/],
    [['users', 'create'], /missing required argument "NAME"\nTry: snippet-store users create --help/],
    [['users', 'list', 'more'], /too many arguments for "list"\. Expected 0 arguments but got 1\./],
    [['users', 'list', '--jsn'], /unknown option "--jsn", did you mean --json\?/],
    [['users', 'list', '-x'], /unknown option "-x"; write a value that begins with - after --\n/],
    [
      ['users', 'create', 'x', '--password-stdin=y'],
      /unknown option "--password-stdin=y", did you mean --password-stdin\?/,
    ],
    [['serve', '--port'], /option "--port <PORT>" argument missing/],
    [['tokens', 'create'], /expected either NAME or --all/],
    [['tokens', 'create', 'x', '--all'], /expected either NAME or --all/],
    [['snippets', 'assign'], /required option "--owner <NAME>" not specified/],
    [
      ['snippets', 'highlight', '--all', '--plain-only'],
      /option "--all" cannot be used with option "--plain-only"/,
    ],
  ];
  for (const [index, [args, message]] of WRONG.entries()) {
    it(`and a message: ${args.join(' ') || '(nothing)'}`, async () => {
      const outcome = await (index === 0 ? run : runHere)(args);
      assert.equal(outcome.code, 2, outcome.stderr);
      assert.match(outcome.stderr, message);
      assert.equal(outcome.stdout, '');
    });
  }
});
