/** Serves what a test describes, and runs the harness against it: as the command, or, much sooner, in this process. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCommand } from '../harness/command-line.js';
import { CannotRun } from '../harness/errors.js';
import { openRun } from '../harness/open-run.js';
import { describeFinding } from '../harness/report.js';
import { type Served, serve } from '../serve.js';

export const BIN = fileURLToPath(new URL('../harness/bin.js', import.meta.url));

export interface Question {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** Undefined when it is no JSON; integers that no double holds are of type bigint. */
  readonly body: unknown;
}

export type Reply = readonly [
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>> | undefined,
];
export type Answer = (question: Question) => Reply | Promise<Reply>;

export interface Service {
  /** Members of the document besides `openapi` and `info`. */
  readonly document: object;
  readonly answer: Answer;
}

/** The service, with its document at `/openapi.json`. */
export function serveAnswer({ document, answer }: Service): Promise<Served> {
  const text = writeJson({ openapi: '3.0.3', info: { title: 'Test', version: '1' }, ...document });
  return serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://any.invalid');
    if (path === '/openapi.json') return void response.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const [status, body, more] = await answer({ method, path, query, headers, bytes, body: readJson(bytes) });
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': type }), ...more });
    response.end(Buffer.isBuffer(body) ? body : body === undefined ? '' : writeJson(body));
  });
}

/** What stands for an integer of 16 digits or more between JSON.parse or JSON.stringify and the text. */
const TOKENS = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;
const MARK = '\u0001integer ';

function readJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const marked = text.replace(TOKENS, (token) =>
      token.startsWith('"') ? token : `"\\u0001integer ${token}"`,
    );
    return JSON.parse(marked, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
    );
  } catch {
    return undefined;
  }
}

function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? `${MARK}${one}` : one,
  );
  return text.replace(/"\\u0001integer (-?\d+)"/g, '$1');
}

export interface Found {
  /** `check METHOD /path`. */
  readonly name: string;
  readonly message: string;
  /** All that is printed of it. */
  readonly text: string;
  readonly curl: readonly string[];
  /** JSON pointer of the rule. */
  readonly rule: string;
  readonly field: string;
}

export interface Outcome {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
  readonly findings: readonly Found[];
}

/** Within a test, node:test would report to that one instead of printing. */
const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;

/** Options of the command, in a text with spaces between them. */
export type Options = string | readonly string[];
const argsOf = (options: Options) => (typeof options === 'string' ? options.split(' ') : options);

/** The command, in a folder without a schemathesis.toml. */
export const runHarness = (options: Options) => runProgram(process.execPath, [BIN, ...argsOf(options)]);

/** What the command prints, without its process: only its reporters and its limits are missing. */
export async function runContract(given: Options): Promise<Outcome> {
  const folder = process.cwd();
  process.chdir(tmpdir());
  try {
    const run = await openRun(await checkCommand(argsOf(given)));
    const lines = [run.introduction, ...run.warnings];
    for (const step of run.steps)
      lines.push(`▶ ${step.name}`, ...((await step.run()) ?? []).map(describeFinding));
    run.close();
    const output = `${[...lines, run.conclude()].join('\n')}\n`;
    const findings = findingsIn(output);
    return { code: findings.length > 0 ? 1 : 0, output, findings };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return { code: 2, output: `${error.message}\n`, findings: [] };
  } finally {
    process.chdir(folder);
  }
}

export interface Meeting extends Service {
  /** Options of the command besides `--url`. */
  readonly options?: Options;
  /** Text of a schemathesis.toml. */
  readonly toml?: string;
}

/** Serves for as long as a run in this process takes. */
export async function meet({ options, toml, ...service }: Meeting): Promise<Outcome> {
  const server = await serveAnswer(service);
  const run = (...more: readonly string[]) =>
    runContract(['--url', server.url, '--seed', '1', ...(options ? argsOf(options) : []), ...more]);
  const running =
    toml === undefined ? run() : withFile('schemathesis.toml', toml, (file) => run('--config', file));
  return running.finally(() => server.close());
}

export async function withFile<T>(name: string, text: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    await writeFile(join(folder, name), text);
    return await use(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function runProgram(
  program: string,
  args: readonly string[],
  env: object = {},
  cwd = tmpdir(),
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...inherited, ...env }, maxBuffer: 2 ** 26, timeout: 240_000 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      resolve({ code: Number(error?.code ?? 0), output, findings: findingsIn(output) });
    });
  });
}

const FINDING =
  /^ *\[?(\w+): ([A-Z*]+ \/.*|the document)\n *(.+)\n((?:.*\n)*?) *rule: +(.*)\n *again: +--seed \d+\]?$/gm;

/** The command prints each twice: where it was found, and at the end. */
function findingsIn(output: string): Found[] {
  const found = [...output.matchAll(FINDING)].map(
    ([all, check, operation, message = '', more = '', rule = '']) => {
      const text = all.replace(/^ *\[?|\]$/gm, '');
      const lines = more.split('\n').map((line) => line.trim());
      const curl = lines.filter((line) => /\bcurl /.test(line) && !/^(sent|answer|field):/.test(line));
      const [, field = ''] = /^ *field: +(.*)$/m.exec(more) ?? [];
      return { name: `${check} ${operation}`, message, text, curl, rule, field };
    },
  );
  return [...new Map(found.map((one) => [one.text, one])).values()];
}

/** Each once. */
export const distinctNames = (run: Outcome) => [...new Set(namesOf(run))].sort();

/** A message, in which `…` stands for anything. */
export const patternOf = (message: string) =>
  new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 'm');

/** The cells of the lines of a table. */
export const cellsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

export const namesOf = ({ findings }: Outcome) => findings.map(({ name }) => name);

/** The requests to an operation, by the summary. */
export const requestsTo = (operation: string, { output }: Outcome) =>
  Number(
    output
      .split(` ${operation} `)
      .at(-1)
      ?.match(/^ *(\d+) requests/)?.[1] ?? Number.NaN,
  );

/** A body that is this JSON schema, for requests and answers. */
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });

export const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });

/** The parameters of a path. */
export const on = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
});
