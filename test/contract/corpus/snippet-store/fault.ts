/** A fault of the service: a proxy in front of it that does one thing wrong. */
import type { Fault } from './proxy.js';

/** Values of `Authorization` that the server accepts: the run's own, and another user's. */
export interface Credentials {
  readonly self: string;
  readonly other: string;
}

export type MakeFault = (credentials: Credentials) => Fault;

/** The faults that one check has to notice, by what is wrong. */
export type Faults = Readonly<Record<string, MakeFault>>;
