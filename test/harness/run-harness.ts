/** Serves what a test describes, and runs the harness against it: as the command, or, much sooner, in this process. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { CannotRun } from '#harness/errors.js';
import { openRun } from '#harness/open-run.js';
import { describeFinding, type Finding } from '#harness/report.js';
import { checkCommand } from '#harness/settings/command-line.js';
import { serve } from '../contract/serve.js';

export const BIN = fileURLToPath(new URL('../../src/harness/dist/bin.js', import.meta.url));

export interface Question {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** Undefined when it is no JSON. */
  readonly body: unknown;
}

export type Reply = readonly [
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>> | undefined,
];
/** Undefined hangs up. */
export type Answer = (question: Question) => Reply | undefined | Promise<Reply | undefined>;

export interface Service {
  /** Members of the document besides `openapi` and `info`; a text is read by `documentOf`. */
  readonly document: object | string;
  /** Default: 200 to everything. */
  readonly answer?: Answer;
}

interface Operation {
  /** The schemas of bodies: of the request, which has the type, and of answers that succeed, which are JSON. */
  readonly takes?: object;
  readonly type?: string;
  readonly gives?: object;
  /** A header that answers that succeed must have. */
  readonly tells?: string;
  /** What is declared; default: 200 and 400. */
  readonly statuses?: readonly number[];
}

export type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** @param operations by `METHOD /path`, with OpenAPI's own members besides; the parameters of paths are texts */
export function pathsOf(operations: Readonly<Record<string, Operation | null>>): Paths {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(/ (.*)/);
    const {
      takes,
      type = 'application/json',
      gives,
      tells,
      statuses = [200, 400],
      ...more
    } = operation ?? {};
    // A Location that is declared is always told.
    const required = tells !== 'Location';
    const header = tells && { headers: { [tells]: { required, schema: { type: 'string' } } } };
    const told = (status: number) => (status < 300 ? { ...header, ...(gives && json(gives)) } : {});
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => {
      return { name: one, in: 'path', required: true, schema: { type: 'string' } };
    });
    paths[path] = {
      ...(parameters.length > 0 ? { parameters } : {}),
      ...paths[path],
      [method.toLowerCase()]: {
        ...(takes && { requestBody: { required: true, content: { [type]: { schema: takes } } } }),
        responses: Object.fromEntries(statuses.map((status) => [status, told(status)])),
        ...more,
      },
    };
  }
  return paths;
}

/** @param text YAML: a document, with operations at its top as `pathsOf` reads them */
export function documentOf(text: string): object {
  const members = Object.entries<Operation | null>(parse(text));
  const isOperation = ([name]: readonly [string, unknown]) => /^[A-Z]+ \//.test(name);
  const others = members.filter((member) => !isOperation(member));
  return { paths: pathsOf(Object.fromEntries(members.filter(isOperation))), ...Object.fromEntries(others) };
}

/** The service, with its document at `/openapi.json`, and what it was asked besides. */
export async function serveAnswer({ document, answer = () => [200] }: Service) {
  const members = typeof document === 'string' ? documentOf(document) : document;
  const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'Test', version: '1' }, ...members });
  const questions: Question[] = [];
  const server = await serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://any.invalid');
    if (path === '/openapi.json') return void response.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const question = { method, path, query, headers, bytes, body: readJson(bytes) };
    // At the root the run only looks whether there is a server.
    if (path !== '/') questions.push(question);
    const [status, body, more] = (await answer(question)) ?? [];
    if (status === undefined) return void request.socket.destroy();
    const isJson = !(Buffer.isBuffer(body) || body instanceof Readable);
    const type = isJson ? 'application/json' : 'application/octet-stream';
    response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': type }), ...more });
    if (body instanceof Readable) body.pipe(response);
    else response.end(isJson && body !== undefined ? JSON.stringify(body) : body);
  });
  return { ...server, questions };
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export interface Found extends Finding {
  /** `check METHOD /path`. */
  readonly name: string;
  /** All that is printed of it. */
  readonly text: string;
}

export interface Outcome {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
  readonly findings: readonly Found[];
}

/** Options of the command: in a text with spaces between them, `&` stands for a space within one. */
export type Options = string | readonly string[];
const argsOf = (options: Options) =>
  typeof options === 'string'
    ? options.split(' ').flatMap((word) => (word === '' ? [] : [word.replaceAll('&', ' ')]))
    : options;

const HOME = process.cwd();

/** What the command prints, without its process: only its reporters and its limits are missing. */
export async function runContract(given: Options, folder = tmpdir()): Promise<Outcome> {
  process.chdir(folder);
  try {
    const run = await openRun(await checkCommand(argsOf(given)));
    const lines = [run.introduction, ...run.warnings];
    const findings: Found[] = [];
    for (const step of run.steps)
      for (const finding of [await step.run()].flat()) {
        if (typeof finding === 'string') continue;
        const text = describeFinding(finding);
        findings.push({ ...finding, name: `${finding.check} ${finding.operation}`, text });
        lines.push(`${step.name}: ${text}`);
      }
    run.close();
    const output = `${[...lines, run.conclude()].join('\n')}\n`;
    return { code: findings.length > 0 ? 1 : run.isIncomplete() ? 3 : 0, output, findings };
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    return { code: 2, output: `${error.message}\n`, findings: [] };
  } finally {
    process.chdir(HOME);
  }
}

export interface Meeting extends Service {
  /** Options of the command besides `--url`. */
  readonly options?: Options;
  /** Text of a schemathesis.toml. */
  readonly toml?: string;
}

/** Serves for as long as a run in this process takes. */
export async function meet({ options = '', toml, ...service }: Meeting) {
  const server = await serveAnswer(service);
  const run = (...more: readonly string[]) =>
    runContract(['--url', server.url, '--seed', '1', ...argsOf(options), ...more]);
  const running =
    toml === undefined ? run() : withFile('schemathesis.toml', toml, (file) => run('--config', file));
  const outcome = await running.finally(() => server.close());
  return { ...outcome, questions: server.questions };
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

/** Within a test, node:test would report to that one instead of printing. */
const { NODE_TEST_CONTEXT: _context, ...env } = process.env;

/** The command, or another program of Node.js, in a folder without a schemathesis.toml. */
export function runHarness(options: Options, program: readonly string[] = [BIN]) {
  return new Promise<Omit<Outcome, 'findings'>>((resolve) => {
    const limits = { cwd: tmpdir(), env, maxBuffer: 2 ** 26, timeout: 240_000 };
    execFile(process.execPath, [...program, ...argsOf(options)], limits, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}

export const namesOf = ({ findings }: Outcome) => findings.map(({ name }) => name);

/** A message, in which `…` stands for anything. */
export const patternOf = (message: string) =>
  new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`, 'm');

/** The cells of the lines of a table. */
export const cellsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
