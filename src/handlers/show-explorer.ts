/** GET /docs/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { EXPLORER_POLICY, explorerPage } from '../renderers/browsable/explorer-page.js';
import type { HandlerContext } from './context.js';

export const showExplorer: Handler<'showExplorer', HandlerContext> = (_input, { url }) => ({
  status: 200,
  headers: { 'Content-Security-Policy': EXPLORER_POLICY },
  body: explorerPage(url),
});
