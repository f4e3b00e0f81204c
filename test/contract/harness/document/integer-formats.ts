/** The integers that OpenAPI's formats name (OpenAPI 3.0.3, 4.4): those that so many bits hold. */
import { isInteger, type Numeric } from './exact-numbers.js';

export interface Range {
  readonly least: Numeric;
  readonly most: Numeric;
}

export const INTEGER_FORMATS: Readonly<Record<string, Range>> = {
  int32: { least: -(2 ** 31), most: 2 ** 31 - 1 },
  int64: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
};

export const isWithinRange = ({ least, most }: Range, value: Numeric) =>
  isInteger(value) && value >= least && value <= most;
