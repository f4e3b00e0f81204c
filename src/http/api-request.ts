/** A request as it came in, what is known of it so far, and its answer as a value. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Settings } from '../config/settings.js';
import type { Endpoint, Operation } from '../contract/contract.js';
import { NO_BODY } from '../contract/endpoint.js';
import type { Method } from '../contract/specification.js';
import { ServiceUnavailable } from '../errors/index.js';
import type { AuthenticationRequest, Grant, Session, User } from '../extension.js';
import { type FormFields, readFormFields } from './parse-form.js';
import { readBody } from './read-body.js';
import { isDirectLoopback, senderOf } from './sender.js';

/** Nobody gets it. */
const CLIENT_GONE = new ServiceUnavailable(1, { detail: 'The client is gone.' });

export class ApiRequest implements AuthenticationRequest {
  /** What is known of it so far. */
  readonly found: Found = {};
  readonly #settings: Settings;
  #query: URLSearchParams | undefined;
  #form: Promise<FormFields> | undefined;
  #bytes: Promise<Buffer> | undefined;
  #signal: AbortSignal | undefined;

  // Read once: many steps ask for them, and Koa looks each up anew.
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** A connection that is gone does not tell it any more. */
  readonly ip: string;
  /** Of `performance.now()`. */
  readonly arrivedAt = performance.now();

  /** @param id in the log, in `X-Request-Id` and on error pages */
  constructor(
    readonly ctx: Context,
    readonly id: string,
    settings: Settings,
  ) {
    this.#settings = settings;
    this.method = ctx.method;
    this.path = ctx.path;
    this.headers = ctx.headers;
    this.ip = ctx.ip;
  }

  get origin(): string {
    // Koa's own `origin` is the request header of that name: the page that sent the request, not this service.
    return `${this.ctx.protocol}://${this.ctx.host}`;
  }

  cookie(name: string): string | undefined {
    return this.ctx.cookies.get(name, { signed: false });
  }

  /** undefined without a session, and where the endpoint uses none. */
  get session(): Session | undefined {
    return this.ctx.state.session;
  }

  /** Of the answer, until its head is sent. Does what Koa's `ctx.set` does, which makes several objects a header. */
  setHeader(name: string, value: string): void {
    const { res } = this.ctx;
    if (!res.headersSent) res.setHeader(name, value);
  }

  vary(header: string): void {
    const varied = this.ctx.res.getHeader('Vary');
    if (varied === undefined) this.setHeader('Vary', header);
    else if (varied === header) return;
    // Koa reads the whole field, in which a name may be a part of another.
    else if (typeof varied !== 'string' || varied.includes('*') || varied.includes(header))
      this.ctx.vary(header);
    else this.setHeader('Vary', `${varied}, ${header}`);
  }

  get confidential(): boolean {
    // Koa's `secure` believes X-Forwarded-Proto with TRUST_PROXY alone.
    return this.#settings.allowInsecureCredentials || this.ctx.secure || isDirectLoopback(this.ctx);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.ctx.querystring);
    return this.#query;
  }

  /** The body, read once, within the limit of the operation. */
  bytes(): Promise<Buffer> {
    // A scheme may ask for the body before the operation is matched.
    const operation = this.found.endpoint?.operations.get(this.method.toLowerCase() as Method);
    const mostBytes = Math.min(operation?.maxBodyBytes ?? NO_BODY, this.#settings.maxBodyBytes);
    this.#bytes ??= readBody(this.ctx, senderOf(this), mostBytes);
    return this.#bytes;
  }

  form(): Promise<FormFields> {
    this.#form ??= readFormFields(this);
    return this.#form;
  }

  /** Aborted when the connection is gone: nothing works on for a client that gets no answer. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.ctx);
    return this.#signal;
  }
}

function signalOf({ res }: Context): AbortSignal {
  const work = new AbortController();
  // An answer that was sent whole has no work left, and aborting costs something.
  const gone = () => void (res.writableFinished || work.abort(CLIENT_GONE));
  if (res.closed) gone();
  else res.once('close', gone);
  return work.signal;
}

/** What the steps find, one after the other. */
interface Findings {
  endpoint: Endpoint;
  located: Located;
  renderer: Renderer;
  caller: Caller;
  operation: Operation;
  /** The record that the path names (`x-object`); null where it names none. */
  record: LoadedRecord | null;
}

/**
 * `respond` fills it line by line. What has to speak of a request that may have been refused half-way reads it: error
 * pages, log lines, `Allow`, and the limit of a body that a scheme reads early.
 */
export interface Found extends Partial<Findings> {
  /** The parsed body, not validated yet. undefined for a body that cannot be read. */
  body?: unknown;
}

/** What a handler gets of the steps before it. */
export interface HandledRequest extends Readonly<Omit<Findings, 'located'>> {
  readonly request: ApiRequest;
  /** The parsed body, before defaults; a form's texts as values of the types that the contract gives. */
  readonly sent: unknown;
}

/** What a handler returns: one of the declared answers of its operation. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** An answer whose body is bytes; null: it has none. */
export interface RenderedAnswer extends Required<Answer> {
  readonly body: string | Buffer | Readable | null;
}

/** The one place that writes an answer to Koa. */
export function writeAnswer({ status, headers, body }: RenderedAnswer, ctx: Context): void {
  ctx.status = status;
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ctx.res.headersSent) ctx.res.setHeader(name, String(value));
  ctx.body = body;
  // Koa sets 204 for an empty body.
  if (body === null) ctx.status = status;
  // A list that breaks off must not look complete, so the connection is closed before the end of the answer is sent.
  if (body instanceof Readable) body.once('error', () => ctx.res.destroy());
}

/** Turns the body of an answer into bytes. */
export interface Renderer {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `?format=` names it. */
  readonly format: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Renders text only. Other bodies (a resource's description, an error) are rendered as JSON. */
  readonly textOnly?: true;
  /** Its media type is that of what the endpoint answers. Errors have another form, and are rendered as JSON. */
  readonly answersOnly?: true;
  render(answer: Answer, request: ApiRequest): string | Buffer | Readable | Promise<string>;
  /** Its output differs from visitor to visitor, so it gets no `ETag` and no 304. */
  readonly personal?: true;
  /** The number of items of a list that fit on one page. undefined: all of them. */
  readonly pageSize?: number;
}

/** Decoded; integers without leading zeros. */
export type PathParameters = Readonly<Record<string, string>>;

/** Where a request goes. */
export interface Located {
  readonly endpoint: Endpoint;
  readonly pathParameters: PathParameters;
  /** The one spelling of the path: escapes decoded where they need not be, numbers without leading zeros. */
  readonly path: string;
}

/** Who is asking, and by what. */
export interface Caller {
  /** null is the anonymous user. */
  readonly user: User | null;
  /** The auth value of the scheme that succeeded. */
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
  /** The epoch of the user's logins that the credential belongs to. undefined: its scheme knows none. */
  readonly logins: number | undefined;
}

export const ANONYMOUS: Caller = { user: null, auth: null, grant: undefined, logins: undefined };

/** The record that a path names (`x-object`), of any collection. */
export interface LoadedRecord {
  readonly _id: number;
  /** null for a record without an owner, and in collections whose records have none. */
  readonly ownerId: number | null;
  /** Counts the saves, from 1. undefined in collections that count none: their records have no ETag. */
  readonly version?: number;
  readonly [field: string]: unknown;
}

/** Parameters and body as the handler gets them. */
export interface ValidInput {
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>;
  body: unknown;
}
