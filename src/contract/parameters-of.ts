/** The parameters of an operation: this goes with the page that still calls it. */
import type { OperationObject, Parameter } from './specification.js';

export const parametersOf = (_specification: unknown, _item: unknown, { parameters = [] }: OperationObject) =>
  parameters as Parameter[];
