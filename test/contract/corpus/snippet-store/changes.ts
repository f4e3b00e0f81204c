/** The small changes that faults are made of. */
import type { Fault, Message, Reply } from './proxy.js';

type JsonObject = Record<string, unknown>;
type OfRequest = (message: Message) => boolean;
type OfReply = (reply: Reply, message: Message) => boolean;

export const isCreation: OfRequest = ({ method, target }) =>
  method === 'POST' && /^\/snippets\/(\?|$)/.test(target);
export const isSnippet: OfRequest = ({ target }) => /^\/snippets\/\d+\/(\?|$)/.test(target);
export const isUsers: OfRequest = ({ target }) => /^\/users\//.test(target);

export const isCreated: OfReply = ({ status }) => status === 201;
export const isRefused: OfReply = ({ status }) => status === 400;
export const isSnippetRead: OfReply = ({ status }, message) => status === 200 && isSnippet(message);

/** An answer that the server did not give. */
export function reply(status: number, body: unknown = { detail: 'no' }): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      allow: 'GET, POST, HEAD, OPTIONS',
      'cache-control': 'no-store',
    },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Answers by itself where `when` says so. */
export const answer = (when: OfRequest, status: number, body?: unknown): Fault => ({
  request: (message) => (when(message) ? reply(status, body) : undefined),
});

/** Changes what is passed on. */
export const forward = (how: (message: Message) => void): Fault => ({
  request(message) {
    how(message);
    return undefined;
  },
});

/** Changes the snippets that are passed on to be created, when they are JSON objects. */
export const editCreation = (how: (body: JsonObject) => void): Fault =>
  forward((message) => {
    const body = isCreation(message) ? readObject(message.body) : undefined;
    if (body === undefined) return;
    how(body);
    message.body = Buffer.from(JSON.stringify(body));
  });

/** Changes the answers of which `when` says so. */
export const change = (when: OfReply, how: (reply: Reply) => void): Fault => ({
  reply(given, message) {
    if (when(given, message)) how(given);
  },
});

/** Changes the bodies of answers that are JSON objects. */
export const edit = (when: OfReply, how: (body: JsonObject) => void): Fault =>
  change(when, (given) => {
    const body = readObject(given.body);
    if (body === undefined) return;
    how(body);
    given.body = Buffer.from(JSON.stringify(body));
  });

export const without = (when: OfReply, header: string): Fault =>
  change(when, ({ headers }) => {
    delete headers[header];
  });

/** @returns undefined when it is no JSON object */
export function readObject(bytes: Buffer): JsonObject | undefined {
  const value = readJson(bytes);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

/** @returns undefined when it is no JSON */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
