/** A resource with the operations on it, as the rules about its life use them. */
import type { Case } from '../case.js';
import type { CheckName, Violation } from '../checks/check.js';
import type { Body, Operation } from '../document/model.js';
import { withFreshTexts } from '../generation/cases.js';
import type { Exchange, Run } from '../run.js';
import { shapeOf } from './read-identity.js';
import { plainOn, type Resource } from './resources.js';

/** Whether it is about the resource itself, and not a part of it. */
export const isWhole = ({ path }: Operation) => path.replace(/\/$/, '').endsWith('}');

export class Life {
  /** @param followers all operations on the resource and within it; the reader shows it */
  constructor(
    readonly run: Run,
    readonly followers: readonly Operation[],
    readonly resource: Resource,
    readonly reader: Operation,
  ) {}

  of(resource: Resource): Life {
    return new Life(this.run, this.followers, resource, this.reader);
  }

  /** @returns those on the address that the reader reads */
  on(...methods: readonly string[]): Operation[] {
    const own = shapeOf(this.reader.path);
    return this.followers.filter(({ method, path }) => methods.includes(method) && shapeOf(path) === own);
  }

  isOn(check: CheckName, operation: Operation): boolean {
    return this.run.target.configuration.isOn(check, operation);
  }

  plain(operation: Operation, body?: Body): Case {
    return plainOn(this.run, operation, this.resource, body);
  }

  /** With texts that nothing else has: what is there already changes nothing. */
  fresh(operation: Operation, body?: Body): Case {
    return withFreshTexts(this.run.material, this.plain(operation, body), this.run.nextSeed());
  }

  /** A request whose acceptance no rule promises. */
  send(item: Case, about: string): Promise<Exchange> {
    return this.run.send({ ...item, mode: 'neutral', about });
  }

  read(): Promise<Exchange> {
    return this.run.send(this.plain(this.reader));
  }

  report(check: CheckName, violation: Violation, ...exchanges: readonly Exchange[]): void {
    this.run.report(check, violation, [...new Set([...this.resource.exchanges, ...exchanges])]);
  }
}
