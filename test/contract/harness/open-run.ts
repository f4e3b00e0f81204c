/** A run as the command makes it: what it prints first, its steps, and what it prints in the end. */
import type { CommandLine } from './command-line.js';
import type { Finding } from './finding.js';
import { listGaps } from './generation/list-gaps.js';
import { describeBasePath, prepareRun } from './prepare-run.js';
import { printable } from './printable.js';
import { summarize } from './reporting/summarize.js';
import type { Run } from './run.js';
import { scenariosOf } from './scenarios.js';

export interface OpenRun {
  readonly introduction: string;
  readonly warnings: readonly string[];
  readonly steps: readonly OpenStep[];
  close(): void;
  /** The summary, when the run is closed. */
  conclude(): string;
}

export interface OpenStep {
  readonly name: string;
  /** @returns what is new; undefined when the server was gone before it began */
  run(): Promise<readonly Finding[] | undefined>;
}

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function openRun(options: CommandLine): Promise<OpenRun> {
  const run = await prepareRun(options);
  const began = performance.now();
  return {
    introduction: introduce(run, options),
    warnings: warningsOf(run),
    steps: scenariosOf(run).map(({ name, run: act }) => ({
      name,
      run: async () => (run.gone === undefined ? await act() : undefined),
    })),
    close: () => run.close(),
    conclude: () => summarize(run, (performance.now() - began) / 1000),
  };
}

function introduce(run: Run, options: CommandLine): string {
  const { document, url, configuration } = run.target;
  return [
    `Document:  ${printable(document.title)}, OpenAPI ${printable(document.declared)}, ${run.operations().length} operations`,
    `Server:    ${url.origin}`,
    `Base path: ${printable(describeBasePath(run.target, options))}`,
    `Seed:      ${configuration.seed}\n`,
  ].join('\n');
}

function warningsOf(run: Run): string[] {
  const { document, configuration } = run.target;
  const unknown = configuration.warnings.map(
    (key) => `schemathesis.toml: ${key} is not known to this tool and has no effect.`,
  );
  return [...unknown, ...document.warnings, ...listGaps(run.operations())].map((text) => `warning: ${text}`);
}
