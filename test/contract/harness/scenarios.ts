/** A run as a list of steps, in their order: one per phase and operation. */
import type { Phase } from './case.js';
import type { Finding } from './finding.js';
import { coverage } from './phases/coverage.js';
import { examples } from './phases/examples.js';
import { fuzzing } from './phases/fuzzing.js';
import { stateful } from './phases/stateful.js';
import { vacuity } from './phases/vacuity.js';
import type { Run } from './run.js';

export interface Scenario {
  /** `coverage: PUT /snippets/{id}/`. */
  readonly name: string;
  /** @returns what is new */
  run(): Promise<readonly Finding[]>;
}

const PER_OPERATION = { examples, coverage, fuzzing };

export function scenariosOf(run: Run): Scenario[] {
  const phases: Phase[] = ['examples', 'coverage', 'fuzzing'];
  const perOperation = phases
    .filter((phase) => run.runsPhase(phase))
    .flatMap((phase) =>
      run
        .operations()
        .map((operation) =>
          scenario(run, `${phase}: ${operation.label}`, () =>
            PER_OPERATION[phase as keyof typeof PER_OPERATION](run, operation),
          ),
        ),
    );
  const producers = run.runsPhase('stateful')
    ? run.operations().filter(({ method }) => method === 'POST')
    : [];
  return [
    ...perOperation,
    ...producers.map((operation) =>
      scenario(run, `stateful: ${operation.label}`, () => stateful(run, operation)),
    ),
    scenario(run, 'every operation was reached and did what it is for', async () => vacuity(run)),
  ];
}

function scenario(run: Run, name: string, act: () => Promise<void>): Scenario {
  return {
    name,
    async run() {
      const before = run.findings.length;
      await act();
      return run.findings.slice(before);
    },
  };
}
