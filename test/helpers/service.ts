/** Runs the real command line on settings of its own: as a child process, or, much faster, in the test's process. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export const SECRET_KEY = 'a secret key that only tests of this project know';

export type Settings = Readonly<Record<string, string>>;

interface Launch {
  /** Standard input. */
  readonly input?: string;
  /** File descriptors that it writes to; what is not named is collected. */
  readonly stdout?: number;
  readonly stderr?: number;
  /** A command that starts it, with its limits for example. */
  readonly through?: readonly string[];
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
export const run = (args: readonly string[], settings: Settings = {}, input = '', to: Launch = {}) =>
  launch(args, settings, { input, ...to }).ended;

/** Creates alice, whose password is `secret of alice`. @returns her token */
export async function createAlice(settings: Settings): Promise<string> {
  await runHere(['users', 'create', 'alice', '--password-stdin'], settings, 'secret of alice');
  const made = await runHere(['tokens', 'create', 'alice', '--json'], settings);
  return JSON.parse(made.stdout).token;
}

/** Settings of a service with a store of its own, in which alice has an account. @returns also her token */
export async function prepareAlice(env: Settings = {}): Promise<{ settings: Settings; token: string }> {
  const DATA_DIR = env.DATA_DIR ?? (await temporaryFolder());
  const usual = { SECRET_KEY, AUTH_SCHEMES: 'token', LOG_LEVEL: 'warn', THROTTLE_RATES: 'none' };
  const settings = { DATA_DIR, ...usual, ...env };
  return { settings, token: await createAlice(settings) };
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
    const { env } = process;
    // What is written is read at the end, however much it is.
    const [stdout, stderr] = [1, 2].map(() => new PassThrough({ encoding: 'utf8', highWaterMark: 1 << 30 }));
    const streams = { stdin: Readable.from([Buffer.from(input)]), stdout, stderr };
    const real = Object.entries(streams).map(([name, value]) => {
      const descriptor = Object.getOwnPropertyDescriptor(process, name) ?? {};
      Object.defineProperty(process, name, { value, configurable: true });
      return [name, descriptor] as const;
    });
    process.env = environmentOf(settings);
    try {
      const code = (await runCommandLine(args)) ?? 0;
      return { code, stdout: stdout?.read() ?? '', stderr: stderr?.read() ?? '' };
    } finally {
      Object.defineProperties(process, Object.fromEntries(real));
      process.env = env;
    }
  });
  previous = outcome.catch(() => undefined);
  return outcome;
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
export async function serve(settings: Settings, args: readonly string[] = [], how: Launch = {}) {
  const launched = launch(['serve', ...args], { PORT: '0', ...settings }, how);
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
  { input = '', stdout, stderr, through = [] }: Launch = {},
) {
  const [command = '', ...all] = [...through, process.execPath, CLI, ...args];
  const child = spawn(command, all, {
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
    child,
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

type Place = Pick<Service, 'address'>;
type Headers = Readonly<Record<string, string>>;

/** Sends a request to a service, with a body of JSON if there is one. */
export function sendJson(
  { address }: Place,
  method: string,
  path: string,
  headers: Headers,
  body?: object,
): Promise<Response> {
  const type = body && { 'Content-Type': 'application/json' };
  return fetch(`${address}${path}`, {
    method,
    headers: { ...type, ...headers },
    body: body ? JSON.stringify(body) : null,
  });
}

/** Asks a service to create a snippet. */
export const postSnippet = (service: Place, headers: Headers, fields: object) =>
  sendJson(service, 'POST', '/snippets/', headers, fields);

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
