/** What turns a response's body into bytes. */
import type { Readable } from 'node:stream';

export interface Renderer {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `?format=` names it. */
  readonly format: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Renders text alone: data beside it (a resource's description) is JSON. */
  readonly textOnly?: true;
  render(body: unknown): string | Readable;
}
