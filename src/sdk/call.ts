// Makes one call: sends it, reads the answer, and turns every failure into a typed error.
import type { Client } from '#generated/sdk/client/index.js';
import { SnippetStoreConnectionError, SnippetStoreError } from './errors.js';
import type { Answer, CallOptions } from './methods.js';
import { parseBody, readText } from './read-body.js';
import type { RequestParts } from './split-arguments.js';

/** What all generated functions have in common; each has its own types for the parts. */
export type Operation = (options: object) => Promise<{ error?: unknown }>;

/**
 * @returns the parsed body (`undefined` on 204 and 304) and the answer
 * @throws SnippetStoreError when the service refuses
 * @throws SnippetStoreConnectionError when no whole answer came
 */
export async function call(
  operation: Operation,
  client: Client,
  parts: RequestParts & { url?: string },
  { signal, headers }: CallOptions = {},
): Promise<Answer<unknown>> {
  let sent: Request | undefined;
  const { response, text, error } = await exchange().catch((cause: unknown) => {
    // Before anything was sent it is the caller's mistake, and an ended call is the caller's own wish.
    if (!sent || signal?.aborted) throw cause;
    throw new SnippetStoreConnectionError(`No whole answer to ${sent.method} ${sent.url}`, { cause });
  });
  if (response.status === 304) return { data: undefined, response };
  if (!response.ok) throw new SnippetStoreError(response, error);
  return { data: parseBody(response, text), response };

  async function exchange(): Promise<{ response: Response; text: string; error: unknown }> {
    const send = client.getConfig().fetch ?? globalThis.fetch;
    let response: Response | undefined;
    const { error } = await operation({
      ...parts,
      client,
      headers: { ...headers, ...parts.headers },
      ...(signal && { signal }),
      throwOnError: false,
      parseAs: 'stream',
      fetch: async (request: Request) => {
        sent = request;
        response = await send(request);
        return response;
      },
    });
    if (!response) throw error;
    // The generated client reads the bodies of errors by itself.
    return { response, text: response.ok ? await readText(response) : '', error };
  }
}
