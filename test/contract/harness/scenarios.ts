/** A run as a list of steps, in their order: one per phase and operation. */
import type { Phase } from './case.js';
import type { Finding } from './finding.js';
import { NoAnswer, ServerGone } from './no-answer.js';
import { coverage } from './phases/coverage.js';
import { examples } from './phases/examples.js';
import { fuzzing } from './phases/fuzzing.js';
import { isProducer } from './phases/producers.js';
import { stateful } from './phases/stateful.js';
import { vacuity } from './phases/vacuity.js';
import type { Run } from './run.js';

export interface Scenario {
  /** `coverage: PUT /snippets/{id}/`. */
  readonly name: string;
  /** @returns what is new */
  run(): Promise<readonly Finding[]>;
}

const PER_OPERATION = { examples, coverage, fuzzing, stateful };

/** The cheapest first: lives are few requests, and they show the gravest faults. */
const ORDER: readonly Phase[] = ['examples', 'stateful', 'coverage', 'fuzzing'];

export function scenariosOf(run: Run): Scenario[] {
  const steps = ORDER.filter((phase) => run.runsPhase(phase)).flatMap((phase) =>
    run
      .operations()
      // Lives begin where something is made.
      .filter((operation) => phase !== 'stateful' || isProducer(run, operation))
      .map((operation) =>
        scenario(run, `${phase}: ${operation.label}`, () => PER_OPERATION[phase](run, operation)),
      ),
  );
  return [
    ...steps,
    scenario(run, 'every operation was reached and accepted a request', async () => vacuity(run)),
  ];
}

/** One finding, however many steps are left: they are not run. */
function reportGone(run: Run, { message, sent }: ServerGone): void {
  const { item } = sent.at(-1) ?? {};
  run.report('not_a_server_error', { message, pointer: item?.pointer ?? '#/paths' }, sent);
}

function scenario(run: Run, name: string, act: () => Promise<void>): Scenario {
  return {
    name,
    run: () =>
      run.during(name, async () => {
        try {
          if (run.gone === undefined) await act();
        } catch (error) {
          if (error instanceof ServerGone) reportGone(run, error);
          else if (error instanceof NoAnswer)
            run.report('not_a_server_error', { message: error.message, pointer: error.item.pointer }, [
              error,
            ]);
          else throw error;
        }
      }),
  };
}
