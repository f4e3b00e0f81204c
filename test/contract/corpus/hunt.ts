/** Lets the harness meet one service of the corpus, in this process. */
import { readCommandLine } from '../harness/command-line.js';
import type { Finding } from '../harness/finding.js';
import { prepareRun } from '../harness/prepare-run.js';
import { scenariosOf } from '../harness/scenarios.js';
import type { CorpusService, Running } from './services.js';

export interface Hunted {
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly seconds: number;
}

/** A service of the corpus, whose credentials may be known once it runs. */
export type Hunting = Omit<CorpusService, 'auth' | 'header' | 'start'> & {
  readonly auth?: readonly [string, string];
  start(fault?: string): Promise<Running & { readonly auth?: readonly [string, string] }>;
};

export async function hunt(service: Hunting, fault: string | undefined, seed: number): Promise<Hunted> {
  const running = await service.start(fault);
  const { spec, basePath, options = [] } = service;
  const auth = running.auth ?? service.auth ?? [];
  const began = performance.now();
  try {
    const run = await prepareRun(
      readCommandLine([
        ...['--url', running.url, '--seed', String(seed), ...auth.flatMap((one) => ['--auth', one])],
        ...(spec === undefined ? [] : ['--spec', spec]),
        ...(basePath === undefined ? [] : ['--base-path', basePath]),
        ...options,
      ]),
    );
    const wanted = service.faults.find(({ name }) => name === fault)?.check;
    for (const scenario of scenariosOf(run)) {
      const found = await scenario.run();
      // A planted fault is found once its check has named it; the correct service is met to the end.
      if (found.some(({ check }) => check === wanted)) break;
    }
    run.close();
    const requests = [...run.tallies.values()].reduce((sum, { cases }) => sum + cases, 0);
    return { findings: run.findings, requests, seconds: (performance.now() - began) / 1000 };
  } finally {
    await running.close();
  }
}
