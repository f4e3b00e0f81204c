/** How much of the contract a run reached: operations, declared statuses, parameters, and branches of schemas. */
import { isSuccess } from '../answer.js';
import { readJson } from '../checks/read-body.js';
import type { ContractDocument, Operation, Schema } from '../document/model.js';
import type { Validators } from '../document/validators.js';
import type { Exchange } from '../run.js';
import { type Branches, findBranches } from './branches.js';

export interface OperationCoverage {
  readonly operation: string;
  /** Whether it was ever accepted. */
  readonly isReached: boolean;
  /** Statuses that the document declares, and of these the ones that were met. */
  readonly statuses: Share;
  /** Parameters and media types of bodies, and of these the ones that were sent. */
  readonly inputs: Share;
  /** Branches of `oneOf` and `anyOf` in bodies, and of these the ones that were sent or received. */
  readonly branches: Share;
}

export interface Share {
  readonly all: readonly string[];
  readonly met: readonly string[];
}

/** More bodies of one operation than this show no further branches: looking costs time. */
const LOOKED_AT = 60;

interface Seen {
  statuses: Set<string>;
  inputs: Set<string>;
  branches: Set<string>;
  isReached: boolean;
  bodies: number;
}

export class Coverage {
  private readonly seen = new Map<string, Seen>();
  private readonly branches = new WeakMap<object, Branches>();

  constructor(
    private readonly document: Pick<ContractDocument, 'source'>,
    private readonly validators: Validators,
  ) {}

  note({ item, answer }: Exchange): void {
    if (item.method !== undefined) return;
    const { operation } = item;
    const seen = this.of(operation);
    const status = declaredStatus(operation, answer.status);
    if (status !== undefined) seen.statuses.add(status);
    if (isSuccess(answer)) seen.isReached = true;
    for (const name of inputsOf(item)) seen.inputs.add(name);
    if (seen.bodies >= LOOKED_AT) return;
    seen.bodies += 1;
    if (item.made && item.mode === 'positive')
      this.noteBranches(seen, item.made.body.schema, 'sent', item.made.value);
    const content = status === undefined ? undefined : operation.responses[status]?.content[0];
    const value = content && readJson(answer);
    if (content && value !== undefined) this.noteBranches(seen, content.schema, 'received', value);
  }

  report(operations: readonly Operation[]): OperationCoverage[] {
    return operations.map((operation) => {
      const { statuses, inputs, branches, isReached } = this.of(operation);
      const all = {
        statuses: Object.keys(operation.responses).filter((status) => status !== 'default'),
        inputs: [
          ...operation.parameters.map(({ in: place, name }) => `${place} ${name}`),
          ...operation.bodies.map(({ mediaType }) => mediaType),
        ],
        branches: [
          ...operation.bodies.flatMap(({ schema }) => this.branchesOf(schema, 'sent').all),
          ...Object.values(operation.responses).flatMap(({ content }) =>
            content.slice(0, 1).flatMap(({ schema }) => this.branchesOf(schema, 'received').all),
          ),
        ],
      };
      const share = (names: readonly string[], met: ReadonlySet<string>): Share => {
        const distinct = [...new Set(names)];
        return { all: distinct, met: distinct.filter((name) => met.has(name)) };
      };
      return {
        operation: operation.label,
        isReached,
        statuses: share(all.statuses, statuses),
        inputs: share(all.inputs, inputs),
        branches: share(all.branches, branches),
      };
    });
  }

  private noteBranches(seen: Seen, schema: Schema, direction: 'sent' | 'received', value: unknown): void {
    for (const pointer of this.branchesOf(schema, direction).reached(value)) seen.branches.add(pointer);
  }

  private branchesOf(schema: Schema, direction: 'sent' | 'received'): Branches {
    const known = this.branches.get(schema);
    if (known) return known;
    const judgeOf = direction === 'sent' ? this.validators.sent : this.validators.received;
    const found = findBranches(this.document.source, judgeOf, schema);
    this.branches.set(schema, found);
    return found;
  }

  private of({ label }: Operation): Seen {
    const fresh = {
      statuses: new Set<string>(),
      inputs: new Set<string>(),
      branches: new Set<string>(),
      isReached: false,
      bodies: 0,
    };
    const seen = this.seen.get(label) ?? fresh;
    this.seen.set(label, seen);
    return seen;
  }
}

function declaredStatus({ responses }: Operation, status: number): string | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  return [String(status), range, range.toLowerCase()].find((name) => responses[name] !== undefined);
}

const inputsOf = ({ operation, path, query, headers, cookies, body }: Exchange['item']) => [
  ...operation.parameters
    .filter(
      ({ in: place, name }) =>
        (place === 'path' && path[name] !== undefined) ||
        (place === 'query' && query.some(([key]) => key === name || key.startsWith(`${name}[`))) ||
        (place === 'header' && headers[name] !== undefined) ||
        (place === 'cookie' && cookies[name] !== undefined),
    )
    .map(({ in: place, name }) => `${place} ${name}`),
  ...(body?.mediaType === undefined
    ? []
    : operation.bodies
        .map(({ mediaType }) => mediaType)
        .filter((mediaType) => body.mediaType?.split(';')[0] === mediaType.split(';')[0])),
];
