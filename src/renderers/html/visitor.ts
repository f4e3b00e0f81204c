/** Who opens a page, with the links and tokens that depend on it. */
import type { Csrf } from '../../authentication/csrf.js';
import type { Endpoint } from '../../contract/contract.js';
import type { ApiRequest } from '../../http/api-request.js';
import type { FindTarget } from '../../http/route.js';
import type { Caller } from '../../http/sender.js';
import type { Url } from '../../http/urls.js';
import { type Asked, NOBODY, type Visitor, withQuery } from './shown.js';
import { isNew, newUrl } from './snippets/urls.js';

interface VisitorDeps {
  readonly url: Url;
  readonly csrf: Csrf;
  readonly findTarget: FindTarget;
  /** A deployment without sessions has no login. */
  readonly hasLogin: boolean;
}

/** @param caller undefined: nobody was asked for */
export type VisitorOf = (
  request: ApiRequest,
  endpoint: Endpoint | undefined,
  caller: Caller | undefined,
) => Visitor;

export function makeVisitorOf({ url, csrf, findTarget, hasLogin }: VisitorDeps): VisitorOf {
  return function visitorOf(request, endpoint, caller) {
    if (!caller) return NOBODY;
    const { user } = caller;
    const mayLogIn = hasLogin && !user;
    const list = findTarget(url('snippets:list'));
    const ownNewUrl = list?.route.mayUse(caller, list, 'POST', null) ? newUrl(url) : undefined;
    return {
      user,
      newUrl: mayLogIn ? (ownNewUrl ?? loginTo(newUrl(url))) : ownNewUrl,
      loginUrl: mayLogIn ? loginUrl({ request, endpoint }) : undefined,
      logoutUrl: hasLogin && user ? url('rest_framework:logout') : undefined,
      csrfToken: user && request.session ? csrf.issue(request) : undefined,
    };
  };

  function loginUrl(asked: Asked): string {
    const here = isNew(asked) ? newUrl(url) : withQuery(asked);
    // What was created is not at the path.
    const isElsewhere = asked.endpoint?.csrf || asked.request.method === 'POST';
    return loginTo(isElsewhere ? url('root') : here);
  }

  function loginTo(next: string): string {
    return `${url('rest_framework:login')}?next=${encodeURIComponent(next)}`;
  }
}
