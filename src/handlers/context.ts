/** What every handler gets beside its validated input. */
import type { ApiRequest } from '../api-request.js';
import type { CheckCredentials } from '../authentication/check-credentials.js';
import type { GrantAccessToken } from '../authentication/oauth2/grant-access-token.js';
import type { Contract } from '../contract.js';
import type { Csrf } from '../csrf/csrf.js';
import type { RecogniseVisitor } from '../renderers/browsable/recognise-visitor.js';
import type { Url } from '../routing/routes.js';
import type { Services } from '../services.js';

export interface HandlerServices extends Services {
  readonly contract: Contract;
  readonly url: Url;
  readonly checkCredentials: CheckCredentials;
  readonly grantAccessToken: GrantAccessToken;
  readonly ownership: boolean;
  readonly csrf: Csrf;
  readonly recogniseVisitor: RecogniseVisitor;
}

export interface HandlerContext extends HandlerServices {
  readonly request: ApiRequest;
}
