/** Runs the real command line on settings of its own: as a child process, or, much faster, in the test's process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export type Settings = Readonly<Record<string, string>>;

/** File descriptors that a command writes to; what is not named is collected. */
export interface Outputs {
  readonly stdout?: number;
  readonly stderr?: number;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A new folder, removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-commands-'));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a command to its end; `input` is its standard input. */
export function run(
  args: readonly string[],
  settings: Settings = {},
  input = '',
  to: Outputs = {},
): Promise<Outcome> {
  return launch(args, settings, input, to).ended;
}

/** Creates alice, whose password is `secret of alice`. @returns her token */
export async function createAlice(settings: Settings): Promise<string> {
  await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'secret of alice');
  const [made] = results(await runHere(['tokens', 'create', 'alice', '--json'], settings)) as [
    { token: string },
  ];
  return made.token;
}

let previous: Promise<unknown> = Promise.resolve();

/**
 * The same command line in this process, which takes a tenth of the time: for variants of what another test shows of the
 * process, and for what a test prepares. One after another: they share `process`.
 * Not on an embedded store that the test itself has open: the locks of a file belong to the process, and closing the
 * file once ends all of them (fcntl(2)), so that others take the store for unused.
 */
export function runHere(args: readonly string[], settings: Settings = {}, input = ''): Promise<Outcome> {
  const outcome = previous.then(async () => {
    const { runCommandLine } = await import('#src/commands/program.js');
    await closeUnusedStores();
    const { env } = process;
    const real = {
      stdin: Object.getOwnPropertyDescriptor(process, 'stdin') ?? {},
      stdout: Object.getOwnPropertyDescriptor(process, 'stdout') ?? {},
      stderr: Object.getOwnPropertyDescriptor(process, 'stderr') ?? {},
    };
    const [stdout, stderr] = [collectText(), collectText()];
    process.env = environmentOf(settings);
    Object.defineProperties(process, {
      stdin: { value: Readable.from([Buffer.from(input)]), configurable: true },
      stdout: { value: stdout.stream, configurable: true },
      stderr: { value: stderr.stream, configurable: true },
    });
    try {
      const code = (await runCommandLine(args)) ?? 0;
      return { code, stdout: stdout.text(), stderr: stderr.text() };
    } finally {
      Object.defineProperties(process, real);
      process.env = env;
      await closeUnusedStores();
    }
  });
  previous = outcome.catch(() => undefined);
  return outcome;
}

let collectGarbage: (() => void) | undefined;

/** libsql keeps the files of a closed database open until its statements are collected. */
async function closeUnusedStores(): Promise<void> {
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc');
    collectGarbage = runInNewContext('gc');
  }
  collectGarbage?.();
  // The files are closed after the collection.
  await new Promise(setImmediate);
}

function collectText(): { stream: Writable; text(): string } {
  let text = '';
  const write = (chunk: string, _encoding: string, done: () => void) => {
    text += chunk;
    done();
  };
  return { stream: new Writable({ decodeStrings: false, write }), text: () => text };
}

/** What a command with `--json` printed. */
export function results(outcome: Outcome): unknown[] {
  return outcome.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export type Launched = ReturnType<typeof launch>;
export type Service = Awaited<ReturnType<typeof serve>>;

/**
 * Starts `serve` on a free port and waits for its announcement; the process ends with the test file at the latest.
 *
 * @returns also the address that it announced
 */
export async function serve(settings: Settings, args: readonly string[] = [], to: Outputs = {}) {
  const launched = launch(['serve', ...args], { PORT: '0', ...settings }, '', to);
  const hasEnded = launched.ended.then(() => true);
  for (;;) {
    const [, address] = /listening on (https?:\/\/\S+)\n/.exec(launched.written.stdout) ?? [];
    if (address) return { ...launched, address };
    if (await Promise.race([hasEnded, sleep(10)])) {
      const { code, stderr } = await launched.ended;
      throw new Error(`serve ended with ${code}: ${stderr}`);
    }
  }
}

/** Starts a command and waits for nothing. @returns what it has written so far, and its end */
export function launch(
  args: readonly string[],
  settings: Settings,
  input = '',
  { stdout, stderr }: Outputs = {},
) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: environmentOf(settings),
    stdio: ['pipe', stdout ?? 'pipe', stderr ?? 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  // A command may end without reading it.
  child.stdin?.on('error', () => undefined).end(input);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  const ended = new Promise<Outcome>((resolve) =>
    child.once('close', (code) => resolve({ code, ...written })),
  );
  return {
    pid: child.pid ?? 0,
    written,
    signal: (name: NodeJS.Signals) => void child.kill(name),
    ended,
  };
}

/** Ends a service as an operator does. */
export async function stop(service: Launched, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  service.signal(signal);
  const { code, stderr } = await service.ended;
  assert.equal(code, 0, stderr);
}

/** Asks a service to create a snippet. */
export function postSnippet(
  { address }: { address: string },
  headers: Readonly<Record<string, string>>,
  fields: object,
): Promise<Response> {
  return fetch(`${address}/snippets/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(fields),
  });
}

/** Nothing that the run of the tests sets. */
function environmentOf(settings: Settings): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...settings };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
