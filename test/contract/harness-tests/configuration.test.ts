/** schemathesis.toml as schemathesis reads it. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeConfiguration } from '../harness/configuration/configuration.js';
import { findFile, readToml } from '../harness/configuration/settings.js';
import { CannotRun } from '../harness/errors.js';

const configure = (toml: string) => makeConfiguration(readToml(toml));

describe('schemathesis.toml', () => {
  it('is TOML 1.0', () => {
    const { headers, seed } = configure(
      `
      seed = 0x2A # in hexadecimal
      [headers]
      "X-Text" = """
two
lines"""
      'X-Literal' = 'C:\\new'
      X-Inline = { }`.replace(/^.*Inline.*$/m, ''),
    );
    assert.deepEqual(
      { headers, seed },
      { headers: { 'X-Text': 'two\nlines', 'X-Literal': 'C:\\new' }, seed: 42 },
    );
  });

  it('is refused with the line that is not TOML', () => {
    assert.throws(() => readToml('seed = 1\nseed = \n'), { name: CannotRun.name, message: /line 2: / });
  });

  it('of this project has no unknown setting', async () => {
    const own = fileURLToPath(new URL('../../../schemathesis.toml', import.meta.url));
    assert.deepEqual(configure(await readFile(own, 'utf8')).warnings, []);
  });

  it('gets a warning for each unknown name, also in nested tables', () => {
    const { warnings } = configure(`
      max-time = 5
      [generation]
      codec = "ascii"
      [checks]
      max_response_time = 1
      [checks.use_after_free]
      expected-statuses = [404]
      [checks.no_such_check]
      enabled = true
      [phases.fuzzing.generation]
      max-examples = 3
      [auth.wfc]
      path = "auth.yaml"
      [[operations]]
      include-path = "/rooms"
      include-by = "operation.path == '/'"
      rate-limit = "1/s"
      [operations.checks.ignored_auth]
      strict = true`);
    assert.deepEqual([...warnings].sort(), [
      'auth.wfc',
      'checks.max_response_time',
      'checks.no_such_check',
      'checks.use_after_free.expected-statuses',
      'generation.codec',
      'max-time',
      'operations[0].checks.ignored_auth.strict',
      'operations[0].include-by',
      'operations[0].rate-limit',
      'phases.fuzzing.generation',
    ]);
  });

  const wrong: readonly [toml: string, message: RegExp][] = [
    ['seed = "one"', /schemathesis\.toml: seed must be integer/],
    ['[generation]\nmode = "wrong"', /generation\.mode must be .*: positive, negative, all/],
    ['[generation]\nmax-examples = 0', /generation\.max-examples must be >= 1/],
    [
      '[checks.negative_data_rejection]\nexpected-statuses = ["4yy"]',
      /expected-statuses\[0\] must match pattern/,
    ],
    ['[checks.negative_data_rejection]\nexpected-statuses = [42]', /expected-statuses\[0\] must be >= 100/],
    [
      '[[operations]]\ninclude-path-regex = "("',
      /operations\[0\]\.include-path-regex must match format "regex"/,
    ],
    ['[auth.basic]\nusername = "ann"', /auth\.basic must have required property 'password'/],
  ];
  for (const [toml, message] of wrong) {
    it(`is refused with ${toml.replace('\n', ' ')}`, () => {
      assert.throws(() => configure(toml), { name: CannotRun.name, message });
    });
  }

  it('is found in the working folder, or above it within the repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snippet-store-toml-'));
    try {
      const inner = join(folder, 'repository', 'deep', 'deeper');
      await mkdir(inner, { recursive: true });
      await mkdir(join(folder, 'repository', '.git'));
      await writeFile(join(folder, 'schemathesis.toml'), '');
      assert.equal(findFile(inner), undefined);
      const file = join(folder, 'repository', 'schemathesis.toml');
      await writeFile(file, '');
      assert.equal(findFile(inner), file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
