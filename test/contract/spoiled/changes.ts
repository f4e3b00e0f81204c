/** The small changes that faults are made of. */
import type { Fault, Message, Reply } from './proxy.js';

type JsonObject = Record<string, unknown>;

export const isCreation = ({ method, target }: Message) =>
  method === 'POST' && /^\/snippets\/(\?|$)/.test(target);
export const isSnippet = ({ target }: Message) => /^\/snippets\/\d+\/(\?|$)/.test(target);
export const isUser = ({ target }: Message) => /^\/users\//.test(target);

/** An answer that the server did not give. */
export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', allow: 'GET, POST, HEAD, OPTIONS', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Answers by itself where `when` says so. */
export const answer = (when: (message: Message) => boolean, status: number, body: unknown): Fault => ({
  request: (message) => (when(message) ? reply(status, body) : undefined),
});

/** Changes the answers of which `when` says so. */
export const change = (
  when: (reply: Reply, message: Message) => boolean,
  how: (reply: Reply) => void,
): Fault => ({
  reply(given, message) {
    if (when(given, message)) how(given);
  },
});

/** Changes a JSON body that is one object. */
export function edit(given: Reply, how: (body: JsonObject) => void): void {
  const body = parse(given.body);
  if (body === undefined) return;
  how(body);
  given.body = Buffer.from(JSON.stringify(body));
}

/** Changes what is sent, when it is a JSON object. */
export const editRequest = (when: (message: Message) => boolean, how: (body: JsonObject) => void): Fault => ({
  request(message) {
    const body = when(message) ? parse(message.body) : undefined;
    if (body === undefined) return undefined;
    how(body);
    message.body = Buffer.from(JSON.stringify(body));
    return undefined;
  },
});

/** @returns undefined when it is no JSON object */
export function parse(bytes: Buffer): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
