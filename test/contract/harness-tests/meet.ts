/** Lets the harness meet a small server that a test describes, in this process. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readCommandLine } from '../harness/command-line.js';
import { parseJson, writeJson } from '../harness/document/parse.js';
import { prepareRun, scenariosOf } from '../harness/open-run.js';
import type { Finding } from '../harness/report.js';
import type { Run } from '../harness/run.js';

export interface Question {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Parsed when it is JSON, else a character for each byte. */
  readonly body: unknown;
}

export type Reply = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

export interface Meeting {
  /** Members of the document besides `openapi`. */
  readonly document: object;
  readonly answer: (question: Question) => Reply | Promise<Reply>;
  /** Options of the command besides `--url`. */
  readonly options?: readonly string[];
  /** `check operation` of a finding: the run ends with it. */
  readonly until?: string | undefined;
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address where nobody listens. */
export async function unusedUrl(): Promise<string> {
  const { url, close } = await serve(() => undefined);
  await close();
  return url;
}

/** The service, with its document at `/openapi.json`. */
export function serveAnswer({ document, answer }: Pick<Meeting, 'document' | 'answer'>): Promise<Served> {
  const text = writeJson({ openapi: '3.0.3', info: { title: 'Test', version: '1' }, ...document });
  return serve(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://any.invalid');
    if (pathname === '/openapi.json') return void response.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = read(Buffer.concat(chunks));
    const [status, body, more] = await answer({
      method,
      path: pathname,
      query: searchParams,
      headers,
      body: sent,
    });
    const type = body === undefined ? {} : { 'Content-Type': typeOf(body) };
    response.writeHead(status, { ...type, ...more });
    response.end(Buffer.isBuffer(body) ? body : body === undefined ? '' : writeJson(body));
  });
}

class Found extends Error {}

/** @returns the run, at its end */
export async function meet({ document, answer, options = [], until }: Meeting): Promise<Run> {
  const server = await serveAnswer({ document, answer });
  try {
    const command = readCommandLine(['--url', server.url, '--seed', '1', ...options]);
    const run = await prepareRun(command, {
      onFinding: (finding) => {
        if (nameOf(finding) === until) throw new Found();
      },
    });
    try {
      for (const scenario of scenariosOf(run)) await scenario.run();
    } catch (error) {
      if (!(error instanceof Found)) throw error;
    }
    run.close();
    return run;
  } finally {
    await server.close();
  }
}

const nameOf = ({ check, operation }: Finding) => `${check} ${operation}`;

/** `check operation` of each finding. */
export const namesOf = ({ findings }: Run) => findings.map(nameOf);

/** A body that is this JSON schema, for requests and answers. */
export const json = (schema: object) => ({ content: { 'application/json': { schema } } });

export const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
});

const typeOf = (body: unknown) => (Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json');

function read(bytes: Buffer): unknown {
  try {
    return parseJson(bytes.toString());
  } catch {
    return bytes.toString('latin1');
  }
}
