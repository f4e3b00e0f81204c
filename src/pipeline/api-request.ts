/** A request on its way through the stages: each stage fills in what the later ones read. */
import type { Context } from 'koa';
import type { Endpoint, Operation } from '../contract/contract.js';
import type { AuthenticationRequest, Grant, User } from '../extension/scheme.js';
import { readSession, type Session } from './authentication/sessions/session.js';
import type { Renderer } from './negotiation/renderer.js';
import type { LoadedSnippet } from './object-loading/loaded-snippet.js';
import type { FormFields } from './parsing/parse-urlencoded.js';
import { readFormFields } from './parsing/read-form-fields.js';

export class ApiRequest implements AuthenticationRequest {
  /** Stage 1. */
  endpoint!: Endpoint;
  /** Stage 1: as sent, decoded. */
  pathParameters: Readonly<Record<string, string>> = {};
  /** Stage 2; errors before it, and where it fails, are rendered as JSON. */
  renderer: Renderer | undefined;
  /** Stage 3; null is the anonymous user. */
  user: User | null = null;
  /** Stage 3: the auth value of the scheme that succeeded. */
  auth: unknown = null;
  /** Stage 3: what the credential is limited to; undefined: to nothing. */
  grant: Grant | undefined;
  /** Stage 6. */
  operation!: Operation;
  /** Stage 7: the document that the path names, where `x-object` says so. */
  object: LoadedSnippet | null = null;
  /** Stage 8: what the body holds, before it is validated. */
  body: unknown = undefined;
  /** Stage 8: the media type that `body` was read from. */
  mediaType: string | undefined;
  /** Stage 9: parameters and body as the handler gets them. */
  input: ValidInput = { parameters: { path: {}, query: {}, header: {} }, body: undefined };

  #query: URLSearchParams | undefined;
  #form: Promise<FormFields> | undefined;
  #bytes: Promise<Buffer> | undefined;

  constructor(
    readonly ctx: Context,
    private readonly parts: RequestParts,
  ) {}

  get method(): string {
    return this.ctx.method;
  }

  get path(): string {
    return this.ctx.path;
  }

  get headers() {
    return this.ctx.headers;
  }

  get origin(): string {
    // Koa's own `origin` is the header of that name, which says who asks and not who is asked.
    return `${this.ctx.protocol}://${this.ctx.host}`;
  }

  cookie(name: string): string | undefined {
    return this.ctx.cookies.get(name, { signed: false });
  }

  get session(): Session | undefined {
    return readSession(this.ctx);
  }

  vary(header: string): void {
    this.ctx.vary(header);
  }

  get ip(): string {
    return this.ctx.ip;
  }

  get confidential(): boolean {
    return this.parts.isConfidential(this.ctx);
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(this.ctx.querystring);
    return this.#query;
  }

  /** The body, read once, within the deployment's limit. */
  bytes(): Promise<Buffer> {
    this.#bytes ??= this.parts.readBody(this.ctx);
    return this.#bytes;
  }

  form(): Promise<FormFields> {
    this.#form ??= readFormFields(this);
    return this.#form;
  }
}

/** What a request is read with. */
export interface RequestParts {
  readBody(ctx: Context): Promise<Buffer>;
  isConfidential(ctx: Context): boolean;
}

export interface ValidInput {
  parameters: Record<'path' | 'query' | 'header', Record<string, unknown>>;
  body: unknown;
}

/** One step of the way: passes, or throws what ends the request. */
export type Stage = (request: ApiRequest) => void | Promise<void>;
