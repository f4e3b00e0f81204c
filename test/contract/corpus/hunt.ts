/** Runs the harness on a service of the corpus, in this process. */
import { readCommandLine } from '../harness/command-line.js';
import type { Finding } from '../harness/finding.js';
import { prepareRun } from '../harness/prepare-run.js';
import { scenariosOf } from '../harness/scenarios.js';
import { argumentsFor, type CorpusService } from './service.js';

export interface Hunt {
  readonly seed: number;
  /** A planted fault, by its name: the run ends once its check has reported something. */
  readonly fault?: string | undefined;
  /** Further options of the harness. */
  readonly options?: readonly string[];
}

export async function hunt(service: CorpusService, { seed, fault, options = [] }: Hunt) {
  const wanted = service.faults.find(({ name }) => name === fault)?.check;
  const found = new AbortController();
  const running = await service.start(fault);
  try {
    const run = await prepareRun(readCommandLine([...argumentsFor(service, running, seed), ...options]), {
      signal: found.signal,
      onFinding: ({ check }) => {
        if (check === wanted) found.abort();
      },
    });
    try {
      for (const scenario of scenariosOf(run)) await scenario.run();
    } catch (error) {
      if (!found.signal.aborted) throw error;
    } finally {
      run.close();
    }
    return run.findings;
  } finally {
    await running.close();
  }
}

/** `check operation rule`: what two runs are compared by. */
export const nameOf = ({ check, operation, pointer }: Finding) => `${check} ${operation} ${pointer}`;
