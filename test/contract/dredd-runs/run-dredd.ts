/** One run of dredd on what a service says of itself. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '../harness/document/model.js';
import { readDocument } from '../harness/document/read-document.js';
import { asRecord } from '../harness/document/values.js';
import { documentedCases } from './documented-cases.js';
import { judgeRun, type Report, type Verdict } from './judge-run.js';
import { spawnDredd } from './spawn-dredd.js';
import type { Services } from './start-services.js';

const AUTHORITY = fileURLToPath(new URL('../../../openapi.yaml', import.meta.url));

export interface DreddRun extends Verdict {
  /** The ids of the operations that were served. */
  readonly operations: readonly string[];
}

export interface RunOptions {
  /** Takes dredd's output, line by line. */
  print(line: string): void;
  /** Changes the document before dredd reads it. */
  change?(document: Record<string, unknown>): void;
}

export async function runDredd(
  services: Services,
  { print, change = () => undefined }: RunOptions,
): Promise<DreddRun> {
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
    const code = await spawnDredd({ document, url: usual.url, context }, print);
    const left = existsSync(report) ? (JSON.parse(await readFile(report, 'utf8')) as Report) : undefined;
    return { operations: tested.operations.map(({ id }) => id), ...judgeRun(cases, left, code) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the operations of openapi.yaml that none of the runs was served */
export async function leftOut(runs: readonly DreddRun[]): Promise<string[]> {
  const served = new Set(runs.flatMap(({ operations }) => operations));
  const { operations } = await readDocument(AUTHORITY);
  return operations.map(({ id }) => id).filter((id) => !served.has(id));
}

async function servedDocument(url: string): Promise<unknown> {
  return (await fetch(`${url}/openapi.json`)).json();
}

function statusesOf(operations: readonly Operation[]): Record<string, string[]> {
  return Object.fromEntries(operations.map(({ id, responses }) => [id, Object.keys(responses)]));
}
