/** One run of dredd on a service and the specification that it serves. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asRecord, type Operation } from '../harness/document/model.js';
import { readDocument } from '../harness/document/read-document.js';
import { documentedCases } from './documented-cases.js';
import { judgeRun, type Report, type Verdict } from './judge-run.js';
import { checkRows, spawnDredd } from './spawn-dredd.js';
import type { Services } from './start-services.js';

const AUTHORITY = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url));

/** Out of dredd's reach in every order: only a fault of the service, or of its store, brings them. */
const OUT_OF_REACH: readonly string[] = ['500', '503'];

export interface RunOptions {
  /** Takes dredd's output, line by line. */
  print(line: string): void;
  /** Changes the specification before dredd reads it. */
  change?(document: Record<string, unknown>): void;
}

export async function runDredd(
  services: Services,
  { print, change = () => undefined }: RunOptions,
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-dredd-'));
  const document = join(folder, 'openapi.json');
  const context = join(folder, 'context.json');
  const report = join(folder, 'report.json');
  try {
    const source: Record<string, unknown> = { ...asRecord(await servedDocument(services.usual.url)) };
    change(source);
    await writeFile(document, JSON.stringify(source));
    const tested = await readDocument(document);
    const cases = documentedCases(tested);
    const { schemes, usual, pressed } = services;
    await writeFile(
      context,
      JSON.stringify({
        cases,
        // Of openapi.yaml too, which has what this deployment does not serve.
        declared: statusesOf([...(await readDocument(AUTHORITY)).operations, ...tested.operations]),
        schemas: asRecord(source.components).schemas,
        schemes,
        services: { usual, pressed },
        report,
      }),
    );
    const problems = await checkRows(context);
    // dredd itself ends without a report when it has nothing to run.
    if (cases.length === 0) problems.push('the specification has no operation');
    if (problems.length > 0) return { passed: 0, met: [], skipped: 0, problems };
    const code = await spawnDredd({ document, url: usual.url, context }, print);
    const left = existsSync(report) ? (JSON.parse(await readFile(report, 'utf8')) as Report) : undefined;
    return judgeRun(cases, left, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the statuses of openapi.yaml that none of the runs met (`login 401`), but for those that dredd cannot bring about */
export async function leftOut(runs: readonly Verdict[]): Promise<string[]> {
  const met = new Set(runs.flatMap((run) => run.met));
  const { operations } = await readDocument(AUTHORITY);
  return Object.entries(statusesOf(operations))
    .flatMap(([id, statuses]) =>
      statuses.filter((status) => !OUT_OF_REACH.includes(status)).map((status) => `${id} ${status}`),
    )
    .filter((status) => !met.has(status));
}

async function servedDocument(url: string): Promise<unknown> {
  return (await fetch(`${url}/openapi.json`)).json();
}

function statusesOf(operations: readonly Operation[]): Record<string, string[]> {
  return Object.fromEntries(operations.map(({ id, responses }) => [id, Object.keys(responses)]));
}
