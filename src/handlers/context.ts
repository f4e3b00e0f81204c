/** What every handler gets beside its validated input. */
import type { Contract } from '../contract/contract.js';
import type { Csrf } from '../pipeline/authentication/csrf.js';
import type { GrantAccessToken } from '../pipeline/authentication/oauth2.js';
import type { CheckCredentials } from '../pipeline/authentication/passwords.js';
import type { FindRecord } from '../pipeline/load-record.js';
import type { HandledRequest } from '../pipeline/respond.js';
import type { Url } from '../pipeline/static-routes.js';
import type { CountRequest } from '../pipeline/throttling.js';
import type { Services } from '../services.js';
import type { Lists } from './lists.js';
import type { CheckQuota } from './quota.js';

export interface HandlerServices extends Services {
  readonly contract: Contract;
  readonly url: Url;
  readonly checkCredentials: CheckCredentials;
  readonly grantAccessToken: GrantAccessToken;
  readonly ownership: boolean;
  readonly baseUrl: string | undefined;
  readonly securityContact: readonly string[];
  readonly embedOrigins: readonly string[];
  readonly csrf: Csrf;
  readonly lists: Lists;
  readonly checkQuota: CheckQuota;
  /** Loads what the path names anew. */
  readonly findRecord: FindRecord;
  /** Of the rate `preview`. undefined: unlimited. */
  readonly countPreview: CountRequest | undefined;
}

export interface HandlerContext extends HandlerServices, HandledRequest {}

/** @returns makes a context that inherits the services: copying them for every request would cost more */
export function makeContextOf(services: HandlerServices): (handled: HandledRequest) => HandlerContext {
  return (handled) => Object.assign(Object.create(services), handled);
}
