/** The operations of a path, with their methods, in the order of `METHODS`. */
import { METHODS, type Method, type OperationObject, type PathItem } from './specification.js';

export function operationsOf(item: PathItem): (readonly [Method, OperationObject])[] {
  return METHODS.flatMap((method) => {
    const operation = item[method];
    return operation ? [[method, operation] as const] : [];
  });
}
