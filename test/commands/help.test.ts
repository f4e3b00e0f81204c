/** `--help` on every level, and what a wrong command line is told. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { run, runHere } from '../helpers/service.js';

describe('--help', () => {
  const LEVELS: [string[], RegExp][] = [
    [['--help'], /Usage: snippet-store [\s\S]*\n {2}users [\s\S]*Exit codes: 0 done, 1 failed, 2/],
    [['users', '--help'], /Usage: snippet-store users [\s\S]*\n {2}set-password .*<NAME>/],
    [['users', 'create', '-h'], /Usage: snippet-store users create [\s\S]*--password-stdin [\s\S]*--json/],
    [['serve', '--help'], /--port <PORT>[\s\S]*\n {2}READ_ACCESS .*\(default: everybody\)/],
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
    [[], /^Usage: snippet-store [\s\S]*Commands:\n {2}serve /],
    [['users'], /^Usage: snippet-store users [\s\S]*Commands:\n {2}create /],
    [['user'], /^snippet-store: unknown command 'user'\n\(Did you mean users\?\)\nTry --help/],
    [['users', 'create'], /missing required argument 'NAME'/],
    [['users', 'list', 'more'], /too many arguments for 'list'/],
    [
      ['users', 'list', '-x'],
      /unknown option '-x'\nTry --help. A value that begins with - is written after --/,
    ],
    [['tokens', 'create'], /expected either NAME or --all/],
    [['tokens', 'create', 'x', '--all'], /expected either NAME or --all/],
    [['oauth1', 'tokens', 'create', 'x'], /required option '--consumer <KEY>' not specified/],
    [['snippets', 'highlight', '--all', '--plain-only'], /'--all' cannot be used with option '--plain-only'/],
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
