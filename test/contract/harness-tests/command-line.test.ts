/** The options of a contract run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECKS } from '../harness/checks/check.js';
import { readCommandLine } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';

describe('the command line', () => {
  const refused: readonly [args: string, message: RegExp][] = [
    ['--seed', /--seed/],
    ['somewhere', /somewhere/],
    ['--checks no_such_check', /^--checks: there is no no_such_check; there are not_a_server_error, /],
    ['--exclude-checks ignored_auth,nothing', /^--exclude-checks: there is no nothing; /],
    [
      '--phases coverage,guessing',
      /^--phases: there is no guessing; there are examples, coverage, fuzzing, /,
    ],
    ['--seed 1.5', /^--seed takes a whole number from 0, not 1\.5/],
    ['--seed 4294967296', /^--seed takes/],
    ['--max-examples 0', /^--max-examples takes a whole number from 1, not 0/],
    ['--max-examples -1', /--max-examples/],
    ['--max-examples many', /^--max-examples takes/],
  ];
  for (const [args, message] of refused) {
    it(`refuses ${args}`, () => {
      assert.throws(() => readCommandLine(args.split(' ')), { name: CannotRun.name, message });
    });
  }

  for (const auth of ['secret', 'basic:secret', 'digest:secret:secret', 'header:secret', 'token:']) {
    it(`refuses --auth ${auth}, and does not repeat it`, () => {
      assert.throws(
        () => readCommandLine(['--auth', auth]),
        (error: Error) =>
          error instanceof CannotRun &&
          /^--auth takes /.test(error.message) &&
          !error.message.includes('secret'),
      );
    });
  }

  const taken: readonly [auth: string, name: string, value: string, place?: 'query'][] = [
    ['basic:ann:it:has:colons', 'Authorization', `Basic ${btoa('ann:it:has:colons')}`],
    ['token:abc', 'Authorization', 'Token abc'],
    ['bearer:a.b.c', 'Authorization', 'Bearer a.b.c'],
    ['header:X-API-Key:abc:def', 'X-API-Key', 'abc:def'],
    ['query:key:abc:def', 'key', 'abc:def', 'query'],
  ];
  for (const [auth, name, value, place = 'header'] of taken) {
    it(`takes --auth ${auth}`, () => {
      const [found] = readCommandLine(['--auth', auth]).self ?? [];
      assert.deepEqual([found?.in, found?.name, found?.value], [place, name, value]);
    });
  }

  it('takes a second --auth for another user', () => {
    const { self, other } = readCommandLine(['--auth', 'token:a', '--auth', 'token:b']);
    assert.deepEqual([self?.[0]?.value, other?.[0]?.value], ['Token a', 'Token b']);
  });

  it('takes lists of checks and phases, and all', () => {
    const { overrides } = readCommandLine(['--checks=ignored_auth, use_after_free', '--phases', 'stateful']);
    assert.deepEqual(overrides.checks, ['ignored_auth', 'use_after_free']);
    assert.deepEqual(overrides.phases, ['stateful']);
    assert.deepEqual(readCommandLine(['--checks', 'all']).overrides.checks, CHECKS);
  });
});
