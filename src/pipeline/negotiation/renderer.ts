/** What turns a response's body into bytes. */
import type { Readable } from 'node:stream';
import type { ApiRequest } from '../api-request.js';

export interface Renderer {
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `?format=` names it. */
  readonly format: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Renders text alone: data beside it (a resource's description, an error) is rendered as data. */
  readonly textOnly?: true;
  render(body: unknown, request: ApiRequest): string | Readable | Promise<string>;
  /** What it makes differs from visitor to visitor, so a version of the resource says nothing of it: no `ETag`, no 304. */
  readonly personal?: true;
  /** How many items of a list fit a page; undefined: all of them. */
  readonly pageSize?: number;
}
