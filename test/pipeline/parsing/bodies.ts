/**
 * The same fields as a body of each media type, written by hand so that not one character is tidied up on the way, and
 * an application with one user who sends them to it.
 */
import assert from 'node:assert/strict';
import type { Snippet } from 'snippet-store/sdk';
import { type AppOptions, beforeTests, startApp, tokenHeader } from '../../helpers/app.js';

export type Form = 'urlencoded' | 'multipart';
export const FORMS = ['urlencoded', 'multipart'] as const;

export interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function json(value: unknown): Body {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** @param fields pairs, as a name may come more than once */
export function form(kind: Form, fields: Readonly<Record<string, string>> | [string, string][]): Body {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields);
  return kind === 'urlencoded'
    ? urlencoded(pairs)
    : multipart(pairs.map(([name, value]) => field(name, value)));
}

function urlencoded(pairs: [string, string][]): Body {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { headers, body: pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&') };
}

export const BOUNDARY = 'a-line-that-no-snippet-has';

/** One part with the text of a field. */
export const field = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

/** @param parts each with its head, without boundaries */
export function multipart(parts: readonly string[]): Body {
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: `${parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`).join('')}--${BOUNDARY}--\r\n`,
  };
}

export interface AnyBody {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | Buffer;
}

/** For all tests of the suite around. */
export const useSnippetApp = (options: AppOptions = {}) =>
  beforeTests(
    () => startSnippetApp(options),
    (app) => app.close(),
  );

async function startSnippetApp(options: AppOptions) {
  const app = await startApp(options);
  const alice = await app.addUser('alice');
  const post = ({ headers, body }: AnyBody) =>
    // `duplex` is for bodies that are streams; the types of Node 20 do not know it yet.
    app.fetch('/snippets/', {
      method: 'POST',
      headers: { ...tokenHeader(alice), ...headers },
      body: Buffer.isBuffer(body) ? Uint8Array.from(body) : (body ?? null),
      ...{ duplex: 'half' },
    });
  return {
    ...{ ...app, alice, post },
    /** The snippet that this body makes. */
    async create(request: Body): Promise<Snippet> {
      const response = await post(request);
      assert.equal(response.status, 201, await response.clone().text());
      const snippet = (await response.json()) as Snippet;
      assert.deepEqual(await app.client().getSnippet({ id: snippet.id }), snippet, 'what is stored');
      return snippet;
    },
    /** The body of the 400 that it gets. */
    async refusal(request: AnyBody): Promise<Record<string, unknown>> {
      const response = await post(request);
      assert.equal(response.status, 400, await response.clone().text());
      return (await response.json()) as Record<string, unknown>;
    },
  };
}
