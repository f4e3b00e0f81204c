/** A request as it came in. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import type { Settings } from '../config/settings.js';
import { ServiceUnavailable } from '../errors/index.js';
import type { AuthenticationRequest, Session } from '../extension.js';
import type { Sender } from '../scheduling/fair-limit.js';
import { type FormFields, readFormFields } from './parse-form.js';
import { readBody } from './read-body.js';
import { ipKey, isDirectLoopback } from './sender.js';

/** Nobody gets it. */
const CLIENT_GONE = new ServiceUnavailable(1, { detail: 'The client is gone.' });

export class ApiRequest implements AuthenticationRequest {
  /** undefined without a session, and where the endpoint uses none. A login and a logout change it. */
  session: Session | undefined;
  readonly #allowsInsecure: boolean;
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

  /**
   * @param id in the log, in `X-Request-Id` and on error pages
   * @param maxBytes the largest body that is read
   */
  constructor(
    readonly ctx: Context,
    readonly id: string,
    readonly maxBytes: number,
    { allowInsecureCredentials }: Pick<Settings, 'allowInsecureCredentials'>,
  ) {
    this.#allowsInsecure = allowInsecureCredentials;
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
    return this.#allowsInsecure || this.ctx.secure || isDirectLoopback(this.ctx);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.ctx.querystring);
    return this.#query;
  }

  /** The body, read once. @param sender whose body it counts as: a scheme reads it before anybody is known */
  bytes(sender: Sender = ipKey(this.ip)): Promise<Buffer> {
    this.#bytes ??= readBody(this.ctx, sender, this.maxBytes);
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
