/** The service itself: its root, its contract and its health. */
import { createHash } from 'node:crypto';
import type { Handler } from '#generated/server/handlers.gen.js';
import type { HandlerContext } from './context.js';

export const getRoot: Handler<'getRoot', HandlerContext> = (_input, { url, ownership }) => ({
  status: 200,
  body: {
    snippets: url('snippets:list'),
    ...(ownership ? { users: url('users:list') } : {}),
    docs: url('docs'),
    openapi: url('openapi:json'),
  },
});

export const getOpenapiJson: Handler<'getOpenapiJson', HandlerContext> = (_input, { contract }) => ({
  status: 200,
  headers: documentHeaders(contract.json),
  // The same document that dispatch and validation use; rendering it is cheap enough for how rarely it is asked for.
  body: contract.specification as {
    openapi: string;
    info: Record<string, unknown>;
    paths: Record<string, unknown>;
  },
});

export const getOpenapiYaml: Handler<'getOpenapiYaml', HandlerContext> = (_input, { contract }) => ({
  status: 200,
  headers: documentHeaders(contract.yaml),
  body: contract.yaml,
});

/** Explorers on other origins read the document. */
function documentHeaders(text: string) {
  const ETag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
  return { ETag, 'Access-Control-Allow-Origin': '*' as const };
}

export const getLiveness: Handler<'getLiveness', HandlerContext> = () => ({
  status: 200,
  body: { status: 'ok' },
});

export const getReadiness: Handler<'getReadiness', HandlerContext> = async (_input, { store }) => {
  await store.ping();
  return { status: 200, body: { status: 'ok' } };
};
