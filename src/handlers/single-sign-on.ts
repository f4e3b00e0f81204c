/** The login with a provider (OIDC_ISSUER): the browser goes there, and comes back with a code. */
import type { Handler } from '#generated/server/handlers.gen.js';
import { requireSecureTransport } from '../authentication/basic.js';
import { obtainAccount } from '../authentication/provider-account.js';
import { startSession } from '../authentication/sessions.js';
import type { Claims, SingleSignOn } from '../authentication/single-sign-on.js';
import { ApiError, NotFound, PermissionDenied } from '../errors/index.js';
import { ipKey } from '../http/sender.js';
import type { HandlerContext } from './context.js';
import { localPath } from './login.js';

/** Characters: what the cookie of a login keeps. */
const LONGEST_NEXT = 500;

export const beginSingleSignOn: Handler<'beginSingleSignOn', HandlerContext> = (
  { parameters: { query } },
  context,
) =>
  loggingFailures(context, async (singleSignOn) => {
    const { request } = context;
    requireSecureTransport(request);
    const next = localPath(query.next ?? '');
    const flow = singleSignOn.flows.begin(request, next.length > LONGEST_NEXT ? '/' : next);
    const page = await singleSignOn.begin(flow, callbackUrl(context));
    return { status: 302, headers: { Location: page.href } };
  });

export const finishSingleSignOn: Handler<'finishSingleSignOn', HandlerContext> = (
  { parameters: { query } },
  context,
) =>
  loggingFailures(context, async (singleSignOn) => {
    const { request, store, csrf } = context;
    requireSecureTransport(request);
    const flow = singleSignOn.flows.take(request, query.state ?? '');
    if (!flow)
      throw new PermissionDenied({
        detail:
          'This login was not begun in this browser, was used already, or took longer than ten minutes.',
      });
    const answer = new URL(`${callbackUrl(context)}?${request.ctx.querystring}`);
    const claims = await singleSignOn.finish(answer, flow, ipKey(request.ip));
    if (!isAllowed(claims, singleSignOn))
      throw new PermissionDenied({
        detail: `Your account at ${singleSignOn.name} may not use this service.`,
      });
    const user = await obtainAccount(store, claims);
    if (!user.active) throw new PermissionDenied({ detail: `The account ${user.username} is deactivated.` });
    await startSession(request, user);
    // The CSRF token from before the login belongs to no session now.
    csrf.issue(request);
    return { status: 302, headers: { Location: flow.next } };
  });

/** The provider compares it with the one that it was given, so it does not depend on the request. */
const callbackUrl = ({ settings, url }: HandlerContext): string =>
  `${settings.baseUrl}${url('rest_framework:oidc_callback')}`;

/** A claim that is missing, or of another kind, lets nobody in. */
function isAllowed(claims: Claims, { allowed }: SingleSignOn): boolean {
  if (allowed === '*') return true;
  const values = [claims[allowed.claim]].flat();
  return values.some((value) => typeof value !== 'object' && allowed.values.includes(String(value)));
}

/** Each failure has its line in the log, and its page by the error that is thrown. */
async function loggingFailures<Answer>(
  { singleSignOn, log, request }: HandlerContext,
  work: (singleSignOn: SingleSignOn) => Promise<Answer>,
): Promise<Answer> {
  // The path exists only with OIDC_ISSUER.
  if (singleSignOn === undefined) throw new NotFound();
  try {
    return await work(singleSignOn);
  } catch (error) {
    if (error instanceof ApiError)
      log.warn(
        { reason: String(error.cause ?? error.detail), request: request.id },
        'a single sign-on failed',
      );
    throw error;
  }
}
