/** The coverage of the contract as a table of texts. */
import type { Share } from '../coverage/coverage.js';
import type { Run } from '../run.js';

/** @returns a row of headings, then one per operation */
export function coverageTable(run: Run): string[][] {
  const rows = run.coverage
    .report(run.operations())
    .map(({ operation, isReached, statuses, inputs, branches }) => [
      operation,
      isReached ? 'yes' : 'no',
      countOf(statuses),
      countOf(inputs),
      countOf(branches),
      missedOf(statuses),
    ]);
  return [['operation', 'accepted', 'statuses', 'inputs', 'branches', 'statuses not met'], ...rows];
}

/** `10 of 10 operations, 24 of 31 statuses, ...`. */
export function totals(run: Run): string {
  const all = run.coverage.report(run.operations());
  const sum = (shares: readonly Share[], what: string) => {
    const count = (name: keyof Share) => shares.reduce((total, { [name]: names }) => total + names.length, 0);
    return `${count('met')} of ${count('all')} ${what}`;
  };
  return [
    `${all.filter(({ isReached }) => isReached).length} of ${all.length} operations`,
    sum(
      all.map(({ statuses }) => statuses),
      'statuses',
    ),
    sum(
      all.map(({ inputs }) => inputs),
      'inputs',
    ),
    sum(
      all.map(({ branches }) => branches),
      'branches',
    ),
  ].join(', ');
}

const countOf = ({ all, met }: Share) => (all.length === 0 ? '-' : `${met.length}/${all.length}`);

const missedOf = ({ all, met }: Share) => all.filter((name) => !met.includes(name)).join(' ');
