/** An application with one user who sends bodies to it. */
import assert from 'node:assert/strict';
import type { Snippet } from 'snippet-store/sdk';
import {
  type AppOptions,
  beforeTests,
  startApp,
  type TestApp,
  type TestUser,
  tokenHeader,
} from '../../helpers/app.js';
import type { Body } from './bodies.js';

export interface AnyBody {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | Buffer;
}

export interface SnippetApp extends TestApp {
  readonly alice: TestUser;
  /** Sends a body to /snippets/ as alice; every answer is checked against the contract. */
  post(request: AnyBody): Promise<Response>;
  /** The snippet that this body makes. */
  create(request: Body): Promise<Snippet>;
  /** The body of the 400 that it gets. */
  refusal(request: AnyBody): Promise<Record<string, unknown>>;
}

export async function startSnippetApp(options: AppOptions = {}): Promise<SnippetApp> {
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
    ...app,
    alice,
    post,
    async create(request) {
      const response = await post(request);
      assert.equal(response.status, 201, await response.clone().text());
      const snippet = (await response.json()) as Snippet;
      assert.deepEqual(await app.client().getSnippet({ id: snippet.id }), snippet, 'what is stored');
      return snippet;
    },
    async refusal(request) {
      const response = await post(request);
      assert.equal(response.status, 400, await response.clone().text());
      return (await response.json()) as Record<string, unknown>;
    },
  };
}

/** The same for all tests of the suite around. */
export function useSnippetApp(options?: AppOptions): SnippetApp {
  return beforeTests(
    () => startSnippetApp(options),
    (app) => app.close(),
  );
}
