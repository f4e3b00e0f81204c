/** What the options of a run, and their like in schemathesis.toml, do. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FAULTS } from './roombook/app.js';
import { DOCUMENT, startRoombook, TOKENS } from './roombook/start.js';
import { runContract } from './run-harness.js';
import type { Served } from './serve.js';

/** With what makes a room. */
const ONE_OPERATION = ['--include-name', 'PATCH /rooms/{roomId}', '--include-name', 'POST /rooms'];
const ROOMS = ['--include-path', '/rooms', '--include-path', '/rooms/{roomId}'];

describe('a run', () => {
  let service: Served;
  let folder: string;
  before(async () => {
    service = await startRoombook(FAULTS);
    folder = await mkdtemp(join(tmpdir(), 'snippet-store-options-'));
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...more: readonly string[]) =>
    runContract([`--url=${service.url}/v1`, '--spec', DOCUMENT, '--auth', `bearer:${TOKENS.ann}`, ...more]);

  async function runWith(toml: string, ...more: readonly string[]) {
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, toml);
    return run('--config', config, ...more);
  }

  /** The requests to an operation, by the summary. */
  const requestsTo = (operation: string, output: string) =>
    Number(new RegExp(`(?:ok|FAIL) +${operation} +(\\d+) requests`).exec(output)?.[1] ?? assert.fail(output));

  it('makes only the checks that it is asked for', async () => {
    const asked = ['--checks', 'ignored_auth', '--phases', 'coverage', '--seed', '1'];
    const { code, output } = await run(...ROOMS, ...asked);
    assert.match(output, /\nChecks\n {2}FAIL ignored_auth +\d+ answers, 1 findings\n\n/);
    assert.match(output, /\nignored_auth: DELETE \/rooms\/\{roomId\}\n/);
    assert.equal(code, 1);
  });

  it('goes through the phases that it is asked for', async () => {
    const { output } = await run('--phases=stateful,examples');
    const phases = new Set(
      [...output.matchAll(/^(?:not )?ok \d+ - (\w+):|[✔✖] (\w+):/gm)].map(([, a, b]) => a ?? b),
    );
    assert.deepEqual([...phases], ['examples', 'stateful']);
  });

  it('makes as many random requests as it is asked for', async () => {
    const asked = [...ONE_OPERATION, '--phases', 'fuzzing', '--checks', 'use_after_free', '--seed', '1'];
    const few = await run(...asked, '--max-examples', '2');
    const many = await run(...asked, '--max-examples=20');
    // A valid one and a wrong one each.
    assert.equal(requestsTo('PATCH /rooms/\\{roomId\\}', few.output), 4);
    assert.equal(requestsTo('PATCH /rooms/\\{roomId\\}', many.output), 40);
    assert.match(few.output, /--seed 1\n/);
  });

  it('names the settings of schemathesis.toml that it does not know', async () => {
    const { output } = await runWith(
      'max-time = 3\n[checks.nothing]\nenabled = true',
      '--phases',
      'examples',
    );
    assert.match(
      output,
      /^warning: schemathesis\.toml: checks\.nothing is not known to this tool and has no effect\.$/m,
    );
    assert.match(
      output,
      /^warning: schemathesis\.toml: max-time is not known to this tool and has no effect\.$/m,
    );
  });

  it('ends with 2 when schemathesis.toml is not valid', async () => {
    const { code, output } = await runWith(`[headers]\nX-A = "\${SNIPPET_STORE_NO_SUCH_VARIABLE}"`);
    assert.match(
      output,
      /^schemathesis\.toml: the environment variable SNIPPET_STORE_NO_SUCH_VARIABLE is not set/,
    );
    assert.equal(code, 2);
  });

  it('sends only valid data, or only invalid data, by generation.mode', async () => {
    const asked = [
      ...ONE_OPERATION,
      ...['--phases', 'fuzzing', '--checks', 'use_after_free', '--max-examples', '5'],
    ];
    const right = await runWith('[generation]\nmode = "positive"', ...asked);
    const wrong = await runWith('[generation]\nmode = "negative"', ...asked);
    assert.equal(requestsTo('PATCH /rooms/\\{roomId\\}', right.output), 5);
    assert.equal(requestsTo('PATCH /rooms/\\{roomId\\}', wrong.output), 5);
    assert.match(right.output, /PATCH \/rooms\/\{roomId\} +5 requests, 5 accepted/);
    assert.match(wrong.output, /PATCH \/rooms\/\{roomId\} +5 requests, 0 accepted/);
    // Nothing has to be accepted where nothing right is sent.
    assert.ok(!wrong.output.includes('vacuity: PATCH'));
  });

  it('ends a step at its first finding without continue-on-failure', async () => {
    const asked = [
      ...['--include-name', 'GET /rooms', '--phases', 'coverage'],
      ...['--checks', 'negative_data_rejection', '--seed', '1'],
    ];
    const all = await run(...asked);
    const first = await runWith('continue-on-failure = false', ...asked);
    const [most, least] = [all, first].map(({ output }) => requestsTo('GET /rooms', output));
    assert.ok(Number(least) < Number(most), `${least} < ${most}`);
  });
});
