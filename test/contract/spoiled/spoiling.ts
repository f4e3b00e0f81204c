/** A server that does one thing wrong, with the check that has to say so. */
import type { CheckName } from '../harness/checks/check.js';
import type { Fault } from './proxy.js';

export interface Spoiling {
  readonly name: string;
  readonly check: CheckName;
  readonly make: MakeFault;
}

/** Values of `Authorization` that the server accepts: the run's own, and another user's. */
export interface Credentials {
  readonly self: string;
  readonly other: string;
}

export type MakeFault = (credentials: Credentials) => Fault;

/** The faults that one check has to notice, by what is wrong. */
export type Faults = Readonly<Record<string, MakeFault>>;
