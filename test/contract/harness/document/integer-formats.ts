/** The integers that OpenAPI's formats name (OpenAPI 3.0.3, 4.4): those that so many bits hold. */

export interface Range {
  readonly least: number;
  /** The first that is too much: no double is the last of 64 bits. */
  readonly beyond: number;
}

export const INTEGER_FORMATS: Readonly<Record<string, Range>> = {
  int32: { least: -(2 ** 31), beyond: 2 ** 31 },
  int64: { least: -(2 ** 63), beyond: 2 ** 63 },
};

export const isWithinRange = ({ least, beyond }: Range, value: number) =>
  Number.isInteger(value) && value >= least && value < beyond;
