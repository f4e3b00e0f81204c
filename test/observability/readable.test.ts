/** The log on a terminal is text; everywhere else it is JSON. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createLog } from '#src/observability/log.js';
import { asText, readable } from '#src/observability/readable.js';
import { temporaryFolder } from '../commands/snippet-store.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function textOf(log: (to: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const add = (more: string) => {
    text += more;
  };
  log(createLog('trace', readable({ write: add })));
  return text;
}

describe('a line of the log on a terminal', () => {
  it('has the time, the level, the message and the fields, without process id and host', () => {
    const text = textOf((log) =>
      log.info({ method: 'GET', status: 200, user: null, note: 'two words' }, 'answered'),
    );
    assert.match(
      text,
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}answered method=GET status=200 user=null note="two words"\n$/,
    );
  });

  it('shows an error with its stack, indented', () => {
    const text = textOf((log) => log.error({ err: new Error('broken') }, 'the response failed'));
    assert.match(text, /ERROR the response failed\n {4}Error: broken\n {8}at /);
  });

  it('passes no control character of a client to the terminal', () => {
    const text = textOf((log) => log.info({ path: '/\u001b[31m\u009b\n' }, 'cut \u0007 off'));
    assert.doesNotMatch(text.slice(0, -1), /\p{Cc}/u);
  });

  it('holds no secret', () => {
    const text = textOf((log) => log.info({ headers: { authorization: 'Basic abc' }, password: 'abc' }, 'x'));
    assert.ok(!text.includes('abc') && text.includes('[secret]'), text);
  });

  it('stays as it is when it is not a JSON object', () => {
    for (const line of ['plain words', '[1]', 'null', '"x"']) assert.equal(asText(`${line}\n`), line);
  });
});

const script = spawnSync('script', ['--version']).error ? '`script` is not on this machine' : false;

it('serve writes text on a real terminal', {
  skip: process.env.CI === 'true' ? false : script,
}, async (test) => {
  const DATA_DIR = await temporaryFolder();
  const command = `${process.execPath} ${CLI} serve --port 0`;
  const env = { PATH: process.env.PATH ?? '', DATA_DIR };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: 'pipe' });
  test.after(() => child.kill('SIGKILL'));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  while (!/snippet-store listening on http/.test(shown)) await once(child.stdout, 'data');
  child.stdin.write('\u0003'); // Ctrl+C
  await once(child, 'close');
  assert.match(shown, /INFO {2}stopped/);
  assert.doesNotMatch(shown, /"level":/);
});
