/** Refuses requests when a newer release has upgraded the store: this process would read and write it wrongly. */

import { isReadOnly } from '../../extension/permission.js';
import type { Store } from '../../store/store.js';
import type { LocatedRequest } from '../phases.js';
import type { Stage } from '../stage.js';

export function checkStore({ schema }: Pick<Store, 'schema'>): Stage<LocatedRequest> {
  return function checkStore(request, next) {
    const { endpoint, method } = request;
    const isWrite = !isReadOnly(method);
    // Other paths (health, specification, explorer) work without the store.
    const reading = isWrite || endpoint.schemes.length > 0 ? schema.check() : undefined;
    if (reading === undefined) return next(request);
    if (isWrite || endpoint.object !== undefined || schema.isRefused)
      return reading.then(() => next(request));
    // Older forms of lists and roots can be read beside newer ones, so these need not wait for an answer.
    reading.catch(() => undefined);
    return next(request);
  };
}
