/** GET /docs/ */
import type { Handler } from '#generated/server/handlers.gen.js';
import { sessionCookie } from '../pipeline/authentication/sessions/session.js';
import { EXPLORER_POLICY, explorerPage } from '../renderers/html/explorer/explorer-page.js';
import { findNavigationLinks } from '../renderers/html/frame/navigation-links.js';
import { secure } from '../renderers/html/frame/page.js';
import { findMine, type Visitor } from '../renderers/html/frame/visitor.js';
import type { HandlerContext } from './context.js';

export const showExplorer: Handler<'showExplorer', HandlerContext> = async (_input, context) => {
  const { request, url, contract } = context;
  const visitor = await visitorOf(context);
  const links = findNavigationLinks(contract.endpoints)(request.path);
  secure(request);
  return {
    status: 200,
    headers: { 'Content-Security-Policy': EXPLORER_POLICY },
    body: explorerPage({
      url,
      visitor,
      specification: contract.specification,
      cookie: sessionCookie(request.ctx),
      // This path runs no scheme, so only the session tells who may create.
      links: links.filter(({ rel }) => rel === 'search' || visitor.username !== undefined),
    }),
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
    mineUrl: user ? findMine(contract.endpoints)(user) : undefined,
    // This path opens no session. The script fills in the token of the cookie when a form is sent.
    csrfToken: '',
  };
}
