/** A run as the command makes it: what it prints first, its steps, its reports, and what it prints in the end. */
import { CannotRun } from './cannot-run.js';
import type { CommandLine } from './command-line.js';
import { type Finding, stepId } from './finding.js';
import { listGaps } from './generation/list-gaps.js';
import { describeBasePath, prepareRun } from './prepare-run.js';
import { printable } from './printable.js';
import { openBaseline } from './reporting/baseline.js';
import { describeFinding } from './reporting/describe-finding.js';
import { annotate, summarizeForGithub } from './reporting/github.js';
import { type HarWriter, openHar } from './reporting/har.js';
import { writeHtml } from './reporting/html.js';
import { writeJunit } from './reporting/junit.js';
import { writeNdjson } from './reporting/ndjson.js';
import type { Outcome, Step } from './reporting/outcome.js';
import { writeSarif } from './reporting/sarif.js';
import { summarize } from './reporting/summarize.js';
import type { Run } from './run.js';
import { scenariosOf } from './scenarios.js';

export interface OpenRun {
  readonly introduction: string;
  readonly warnings: readonly string[];
  readonly steps: readonly OpenStep[];
  /** Ends the run and writes its reports. */
  close(): Promise<void>;
  /** Findings and summary, when the run is closed. */
  conclude(): string;
}

export interface OpenStep {
  readonly name: string;
  readonly group: string | undefined;
  /** @returns what is new; undefined when the server was gone before it began */
  run(): Promise<readonly Finding[] | undefined>;
}

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function openRun(options: CommandLine): Promise<OpenRun> {
  const { reports = {} } = options;
  let har: HarWriter | undefined;
  const run = await prepareRun(options, { onExchange: (exchange, began) => har?.add(exchange, began) });
  if (reports.har !== undefined) har = openHar(reports.har, run.target.url.origin, () => run.secrets);
  const baseline = options.baseline === undefined ? undefined : await openBaseline(options.baseline);
  let known: string | undefined;
  const isNew = (finding: Finding) =>
    options.case === undefined ? baseline?.isKnown(finding) !== true : finding.id === options.case;
  // Of one case the step alone that found it is run.
  const scenarios = scenariosOf(run).filter(
    ({ name }) => options.case === undefined || options.case.startsWith(stepId(name)),
  );
  if (scenarios.length === 0) throw new CannotRun(`--case: no step of this run can find ${options.case}.`);
  const began = performance.now();
  const secondsSince = (start: number) => (performance.now() - start) / 1000;
  const steps: Step[] = [];
  const outcome = (): Outcome => ({ run, steps, seconds: secondsSince(began) });
  return {
    introduction: introduce(run, options),
    warnings: warningsOf(run),
    steps: scenarios.map((scenario) => ({
      name: scenario.name,
      group: scenario.group,
      async run() {
        const start = performance.now();
        const isSkipped = run.gone !== undefined;
        const findings = isSkipped ? [] : await scenario.run();
        steps.push({ name: scenario.name, findings, isSkipped, seconds: secondsSince(start) });
        return isSkipped ? undefined : findings.filter(isNew);
      },
    })),
    async close() {
      run.close();
      await har?.close();
      if (reports.junit !== undefined) await writeJunit(reports.junit, outcome());
      if (reports.ndjson !== undefined) await writeNdjson(reports.ndjson, outcome());
      if (reports.html !== undefined) await writeHtml(reports.html, outcome());
      if (reports.sarif !== undefined) await writeSarif(reports.sarif, options.spec, outcome());
      known = await baseline?.conclude(run.findings);
      if (reports.github === true) await summarizeForGithub(outcome());
    },
    conclude() {
      const told = run.findings.filter(isNew);
      const annotations = reports.github === true ? told.map(annotate) : [];
      const findings = told.map((finding) => `\n${describeFinding(finding)}`);
      return [
        ...findings,
        ...annotations,
        summarize(outcome()),
        ...(known === undefined ? [] : [known]),
      ].join('\n');
    },
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
