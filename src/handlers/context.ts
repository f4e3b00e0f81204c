/** What every handler gets beside its validated input. */
import type { Csrf } from '../authentication/csrf.js';
import type { FindUser } from '../authentication/logins.js';
import type { GrantAccessToken } from '../authentication/oauth2.js';
import type { CheckCredentials } from '../authentication/passwords.js';
import type { SingleSignOn } from '../authentication/single-sign-on.js';
import type { Settings } from '../config/index.js';
import type { Contract } from '../contract/contract.js';
import type { Handled } from '../http/route.js';
import type { Url } from '../http/urls.js';
import type { VisitorOf } from '../renderers/html/visitor.js';
import type { Services } from '../services.js';
import type { Lists } from './lists.js';

export interface HandlerServices extends Omit<Services, 'metrics'> {
  readonly settings: Settings;
  readonly contract: Contract;
  readonly url: Url;
  /** undefined without OIDC_ISSUER. */
  readonly singleSignOn: SingleSignOn | undefined;
  readonly lists: Lists;
  readonly visitorOf: VisitorOf;
  readonly csrf: Csrf;
  readonly checkCredentials: CheckCredentials;
  readonly findUser: FindUser;
  readonly grantAccessToken: GrantAccessToken;
  /** @throws Throttled for one preview too many of a sender */
  readonly countPreview: (sender: string) => void;
}

export interface HandlerContext extends HandlerServices, Handled {}
