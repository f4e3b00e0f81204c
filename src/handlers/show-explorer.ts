/** GET /docs/ and /docs/try/: the contract to read, and to try. */
import type { Handler } from '#generated/server/handlers.gen.js';
import { referencePage } from '../renderers/html/explorer/reference-page.js';
import { TRY_POLICY, tryPage } from '../renderers/html/explorer/try-page.js';
import { PAGE_POLICY } from '../renderers/html/page.js';
import type { HandlerContext } from './context.js';

export const showReference: Handler<'showReference', HandlerContext> = (_input, context) => ({
  status: 200,
  headers: { 'Content-Security-Policy': PAGE_POLICY },
  body: referencePage(context.contract.specification, context.request.origin, context.url),
});

export const showExplorer: Handler<'showExplorer', HandlerContext> = (_input, { url }) => ({
  status: 200,
  headers: { 'Content-Security-Policy': TRY_POLICY },
  body: tryPage(url),
});
