/** An answer that a page shows: what was asked, by whom, and what they may do next. */
import { STATUS_CODES } from 'node:http';
import type { Endpoint, Operation } from '../../contract/contract.js';
import type { User } from '../../extension.js';
import type { Answer } from '../../http/answer.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { LoadedRecord } from '../../http/route.js';
import { LINE_ENDS, lineEndsOf } from '../../line-ends.js';
import { type Content, type Html, html } from './html.js';

/** What was asked. */
export interface Asked {
  readonly request: ApiRequest;
  /** undefined: there is no such path. */
  readonly endpoint: Endpoint | undefined;
}

export interface Shown extends Asked {
  readonly operation: Operation | undefined;
  /** The record that the path names; null where it names none, undefined when nobody has looked for it. */
  readonly record: LoadedRecord | null | undefined;
  /** As it was sent, not validated. */
  readonly sent: unknown;
  /** Its body is whole: pages read a streamed list first. */
  readonly answer: Answer;
  readonly visitor: Visitor;
  /** Whether the visitor may use a method of the path of the request. */
  readonly mayUse: (method: string) => boolean;
}

/** Who opens a page, and the links and tokens that depend on it. */
export interface Visitor {
  readonly user: User | null;
  /** The login form, which leads back here. undefined: nobody is asked to log in. */
  readonly loginUrl?: string | undefined;
  readonly logoutUrl?: string | undefined;
  /** The form for a new snippet, or the login that leads to it. */
  readonly newUrl?: string | undefined;
  /** For the forms of the page; undefined without a session. */
  readonly csrfToken?: string | undefined;
}

/** Of a page that does not ask who opens it: the login, an error before authentication. */
export const NOBODY: Visitor = { user: null };

/** What a page has between its header and its footer. */
export interface Parts {
  readonly title: string;
  readonly main: Content;
  /** Around the content. Swagger UI makes its own `main`. */
  readonly element?: 'main' | 'div';
  /** The link of the header that leads here. */
  readonly current?: 'root' | 'docs';
  /** Files of `assets/`, beside that of every page. */
  readonly scripts?: readonly string[];
  /** A file of `assets/` in place of the style sheet of every page. */
  readonly styles?: string;
  /** A style sheet for this page alone; the page's policy names its hash. */
  readonly sheet?: string | undefined;
  /** The same answer on the generic page. */
  readonly apiUrl?: string | undefined;
}

/** GET for HEAD, so that their headers are the same (RFC 9110, 9.3.2). */
export const methodOf = ({ method }: ApiRequest): string => (method === 'HEAD' ? 'GET' : method);

/** `Not Found` */
export const reasonOf = ({ status }: Answer): string => STATUS_CODES[status] ?? '';

/** The text of a header of the answer; '' without it. */
export function headerOf({ answer, request }: Shown, name: string): string {
  const own = Object.entries(answer.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return String(own?.[1] ?? request.ctx.response.get(name) ?? '');
}

/**
 * The path with the query that was answered, changed. Links repeat the query, so it is without the parameters that the
 * service ignores, of which there may be thousands.
 *
 * @param changes values by parameter; undefined removes it
 */
export function withQuery(
  { request: { path, query }, endpoint }: Asked,
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const declared = endpoint?.operations.get('get')?.parameters ?? [];
  const given = new Map<string, string | undefined>(query);
  const kept = declared.map(({ name, in: place }) => [name, place === 'query' ? given.get(name) : undefined]);
  const all: Readonly<Record<string, string | undefined>> = { ...Object.fromEntries(kept), ...changes };
  const values = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return values.length > 0 ? `${path}?${new URLSearchParams(values)}` : path;
}

export function csrfField({ csrfToken }: Visitor): Html | false {
  return (
    csrfToken !== undefined && html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">`
  );
}

/** Names the line ends of the texts of a form, which a browser changes. */
export const lineEndsField = (...texts: readonly unknown[]): Html =>
  html`<input type="hidden" name="${LINE_ENDS}" value="${lineEndsOf(texts.filter((text) => typeof text === 'string').join(''))}">`;
