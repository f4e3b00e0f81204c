/** GET /docs/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { sessionCookie } from '../pipeline/authentication/sessions/session.js';
import { EXPLORER_POLICY, explorerPage } from '../renderers/html/explorer/explorer-page.js';
import { secure } from '../renderers/html/frame/page.js';
import type { Visitor } from '../renderers/html/frame/visitor.js';
import type { HandlerContext } from './context.js';

export const showExplorer: Handler<'showExplorer', HandlerContext> = async (_input, context) => {
  const { request, url, contract } = context;
  const visitor = await visitorOf(context);
  secure(request);
  return {
    status: 200,
    headers: { 'Content-Security-Policy': EXPLORER_POLICY },
    body: explorerPage(url, visitor, contract.specification, sessionCookie(request.ctx)),
  };
};

async function visitorOf(context: HandlerContext): Promise<Visitor> {
  const { request, url, contract, recogniseVisitor } = context;
  const hasLogin = contract.endpoints.some(({ name }) => name === 'rest_framework:login');
  const user = hasLogin ? await recogniseVisitor(request) : undefined;
  return {
    username: user?.username,
    loginUrl:
      user === null ? `${url('rest_framework:login')}?next=${encodeURIComponent(url('docs'))}` : undefined,
    logoutUrl: hasLogin ? url('rest_framework:logout') : undefined,
    // This path opens no session.
    csrfToken: undefined,
  };
}
