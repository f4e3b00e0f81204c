/** The parameters of an operation: those of its path, then its own, with references resolved. */
import { resolve } from './resolve-references.js';
import type { OperationObject, Parameter, PathItem, Specification } from './specification.js';

export function parametersOf(
  specification: Specification,
  item: PathItem,
  operation: OperationObject,
): Parameter[] {
  const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return given.map((parameter) => resolve<Parameter>(specification, parameter));
}
