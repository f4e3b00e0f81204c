/** Compiles each path of the contract into one value with all that decides about its requests. */
import type { Settings } from '../config/index.js';
import type { Endpoint } from '../contract/contract.js';
import type { AuthenticationScheme } from '../extension.js';
import type { FindTarget, Renderer, Route, RouteMethod } from '../http/route.js';
import type { Log } from '../observability/log.js';
import type { Store } from '../store/store.js';
import type { HandlerOf } from './dispatcher.js';
import { makeFindTarget } from './find-target.js';
import { makeFind } from './load-record.js';
import { makePolicy, strictPermissions } from './permissions.js';
import { renderersOf } from './render-answer.js';
import type { Throttles } from './throttling.js';
import { makeCompileInput } from './validation/validate-input.js';

export interface RouteParts {
  readonly settings: Pick<Settings, 'deployment' | 'maxBodyBytes'>;
  readonly store: Store;
  readonly log: Log;
  /** The configured schemes in their order. */
  readonly schemes: readonly AuthenticationScheme[];
  readonly throttles: Pick<Throttles, 'byScope'>;
  /** Renders the pages of browsable endpoints. */
  readonly pages: Renderer;
  readonly handlerOf: HandlerOf;
}

/** @returns finds the route of a path @throws Error at the start for what the contract names and the code lacks */
export function compileRoutes(endpoints: readonly Endpoint[], parts: RouteParts): FindTarget {
  const { settings, store, log, schemes, throttles, pages, handlerOf } = parts;
  const further = strictPermissions(settings.deployment.permissions ?? [], log);
  const compileInput = makeCompileInput();

  function compile(endpoint: Endpoint): Route {
    return {
      endpoint,
      renderers: renderersOf(endpoint, pages),
      schemes: schemes.filter(({ name }) => endpoint.schemes.includes(name)),
      ...makePolicy(endpoint, further),
      throttle: throttles.byScope[endpoint.throttleScope],
      find: makeFind(endpoint, store),
      methods: compileMethods(endpoint),
    };
  }

  function compileMethods({ operations }: Endpoint): ReadonlyMap<string, RouteMethod> {
    const methods = new Map<string, RouteMethod>();
    for (const [name, operation] of operations) {
      const method = {
        operation,
        handle: handlerOf(operation),
        validate: compileInput(operation),
        maxBytes: Math.min(operation.maxBodyBytes, settings.maxBodyBytes),
      };
      methods.set(name.toUpperCase(), method);
      // HEAD is GET without a body (RFC 9110, 9.3.2).
      if (name === 'get') methods.set('HEAD', method);
    }
    return methods;
  }

  return makeFindTarget(endpoints.map(compile));
}
