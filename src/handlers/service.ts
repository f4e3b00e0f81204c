/** The API root, the specification, to read and to try, and the health checks. */
import type { Root } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { NotReady } from '../errors/index.js';
import { contentEtag } from '../http/etag.js';
import { referencePage } from '../renderers/html/explorer/reference-page.js';
import { TRY_POLICY, tryPage } from '../renderers/html/explorer/try-page.js';
import { PAGE_POLICY } from '../renderers/html/page.js';
import type { HandlerContext } from './context.js';
import { serviceLinks } from './discovery.js';

/** Each member of the schema Root has one value: a path. */
export const getRoot: Handler<'getRoot', HandlerContext> = (_input, { url, contract }) => {
  const { properties = {} } = contract.specification.components.schemas.Root ?? {};
  const paths = Object.entries(properties).map(([member, schema]) => [member, schema.enum?.[0]]);
  // The type is generated from the schema that has these members.
  const body = Object.fromEntries(paths) as Root;
  return { status: 200, headers: { ETag: contentEtag(JSON.stringify(body)), Link: serviceLinks(url) }, body };
};

export const getOpenapiJson: Handler<'getOpenapiJson', HandlerContext> = (_input, { contract }) => ({
  status: 200,
  headers: specificationHeaders(contract.json),
  // Clients rarely ask for it, so it is rendered each time. Its schema is that of a specification.
  body: contract.served as {
    openapi: string;
    info: Record<string, unknown>;
    paths: Record<string, unknown>;
  },
});

export const getOpenapiYaml: Handler<'getOpenapiYaml', HandlerContext> = async (_input, { contract }) => {
  const yaml = contract.yaml();
  return { status: 200, headers: specificationHeaders(yaml), body: yaml };
};

/** Explorers on other origins may read the specification. */
function specificationHeaders(text: string) {
  return { ETag: contentEtag(text), 'Access-Control-Allow-Origin': '*' as const };
}

export const getLiveness: Handler<'getLiveness', HandlerContext> = () => ({
  status: 200,
  body: { status: 'ok' },
});

/** Seconds. */
const NEXT_PROBE = 2;

export const getReadiness: Handler<'getReadiness', HandlerContext> = async (_input, { readiness }) => {
  const checks = await readiness.find();
  if (Object.values(checks).some((found) => found !== 'ok')) throw new NotReady(checks, NEXT_PROBE);
  return { status: 200, body: { status: 'ok', checks } };
};

/** GET /docs/ */
export const showReference: Handler<'showReference', HandlerContext> = (_input, context) => {
  const { contract, request, visitorOf, url } = context;
  const { specification } = contract;
  const visitor = visitorOf(request, context.route.endpoint, context.caller);
  const body = referencePage({ specification, origin: request.origin, visitor, url });
  return { status: 200, headers: { 'Content-Security-Policy': PAGE_POLICY }, body };
};

/** GET /docs/try/ */
export const showExplorer: Handler<'showExplorer', HandlerContext> = (
  _input,
  { request, route, caller, visitorOf, url },
) => ({
  status: 200,
  headers: { 'Content-Security-Policy': TRY_POLICY },
  body: tryPage(visitorOf(request, route.endpoint, caller), url),
});
