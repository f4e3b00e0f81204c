/** An application with one user who sends bodies to it. */
import assert from 'node:assert/strict';
import type { Snippet } from 'snippet-store/sdk';
import { type AppOptions, beforeTests, startApp, tokenHeader } from '../../helpers/app.js';
import type { Body } from './bodies.js';

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
