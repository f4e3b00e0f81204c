/** What every handler gets beside its validated input. */
import type { Settings } from '../config/index.js';
import type { Contract } from '../contract/contract.js';
import type { HandledRequest } from '../http/api-request.js';
import type { Authentication } from '../pipeline/authenticate.js';
import type { FindRecord } from '../pipeline/load-record.js';
import type { Url } from '../pipeline/static-routes.js';
import type { Throttles } from '../pipeline/throttling.js';
import type { VisitorOf } from '../renderers/html/browsable.js';
import type { Services } from '../services.js';
import type { Lists } from './lists.js';

export interface HandlerServices extends Services, Authentication {
  readonly settings: Settings;
  readonly contract: Contract;
  readonly url: Url;
  readonly lists: Lists;
  readonly throttles: Throttles;
  readonly visitorOf: VisitorOf;
  /** Loads what the path names anew. */
  readonly findRecord: FindRecord;
}

export interface HandlerContext extends HandlerServices, HandledRequest {}

/** @returns makes a context that inherits the services: copying them for every request would cost more */
export function makeContextOf(services: HandlerServices): (handled: HandledRequest) => HandlerContext {
  return (handled) => Object.assign(Object.create(services), handled);
}
