/** A request on its way through the pipeline. `phases.ts` says which stage adds which member. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Endpoint, Operation } from '../contract/contract.js';
import type { AuthenticationRequest, Grant, User } from '../extension/scheme.js';
import type { KeyedSave } from '../store/records.js';
import { WaitingClock } from './waiting-clock.js';

export class ApiRequest implements AuthenticationRequest {
  // What stages add. Optional here: an error page or a log line may be made at any stage.
  readonly id?: string;
  readonly endpoint?: Endpoint;
  readonly renderer?: Renderer;
  readonly user?: User | null;
  readonly auth?: unknown;
  readonly grant?: Grant | undefined;
  readonly operation?: Operation;
  readonly object?: LoadedObject | null;
  /** Set as soon as it is known, so that the page of a failed request can show it again. */
  body?: unknown;
  /** Like `body`. */
  mediaType?: string | undefined;

  /** Runs while the request waits for the store. */
  readonly clock = new WaitingClock();
  readonly #parts: RequestParts;
  #query: URLSearchParams | undefined;
  #form: Promise<FormFields> | undefined;
  #bytes: Promise<Buffer> | undefined;

  // Read once: many stages ask for them, and Koa looks each up anew.
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;

  constructor(
    readonly ctx: Context,
    parts: RequestParts,
  ) {
    this.#parts = parts;
    this.method = ctx.method;
    this.path = ctx.path;
    this.headers = ctx.headers;
  }

  get origin(): string {
    // Koa's own `origin` is the request header of that name: the page that sent the request, not this service.
    return `${this.ctx.protocol}://${this.ctx.host}`;
  }

  cookie(name: string): string | undefined {
    return this.ctx.cookies.get(name, { signed: false });
  }

  get session(): Session | undefined {
    return this.#parts.readSession(this.ctx);
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

  get ip(): string {
    return this.ctx.ip;
  }

  get confidential(): boolean {
    return this.#parts.isConfidential(this.ctx);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.ctx.querystring);
    return this.#query;
  }

  /** The body, read once, within the limit of the operation. */
  bytes(): Promise<Buffer> {
    this.#bytes ??= this.clock.excluding(() => this.#parts.readBody(this));
    return this.#bytes;
  }

  form(): Promise<FormFields> {
    this.#form ??= this.#parts.readFormFields(this);
    return this.#form;
  }
}

/** Reads a request. The functions belong to stages, so `app.ts` passes them in. */
export interface RequestParts {
  readBody(request: ApiRequest): Promise<Buffer>;
  readFormFields(request: ApiRequest): Promise<FormFields>;
  readSession(ctx: Context): Session | undefined;
  isConfidential(ctx: Context): boolean;
}

export type FormFields = readonly (readonly [name: string, value: string])[];

/** A live session: its id came with the request, and the store knows it. */
export interface Session {
  readonly id: string;
  readonly userId: number;
}

/** The record that a path names (`x-object`), of any collection. */
export interface LoadedObject {
  readonly _id: number;
  /** null for a record without an owner, and in collections whose records have none. */
  readonly ownerId: number | null;
  /** Counts the saves, from 1. undefined in collections that count none: their records have no ETag. */
  readonly version?: number;
  /** The last save that had an `Idempotency-Key`. */
  readonly savedWith?: KeyedSave;
  readonly [field: string]: unknown;
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
  render(body: unknown, request: ApiRequest): string | Buffer | Readable | Promise<string>;
  /** Its output differs from visitor to visitor, so it gets no `ETag` and no 304. */
  readonly personal?: true;
  /** The number of items of a list that fit on one page. undefined: all of them. */
  readonly pageSize?: number;
}
