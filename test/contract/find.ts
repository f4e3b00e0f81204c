/** Runs the harness in this process: until it has found something, or to the end. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeConfiguration, type Overrides } from './harness/configuration/configuration.js';
import { readToml } from './harness/configuration/toml.js';
import { authorization } from './harness/credentials.js';
import { readDocument } from './harness/document/read-document.js';
import type { Finding } from './harness/finding.js';
import { Run } from './harness/run.js';
import { scenariosOf } from './harness/scenarios.js';

const CONFIGURATION = fileURLToPath(new URL('../../schemathesis.toml', import.meta.url));

export interface Hunt {
  url: string;
  /** Values of `Authorization`: the run's own, and another user's. */
  self?: string;
  other?: string;
  /** Where the document is; default: the server's own. */
  spec?: string;
  overrides?: Overrides;
}

export interface Hunted {
  readonly findings: readonly Finding[];
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Stops at the first finding.
 * @param limit seconds
 * @throws Error when there is none within the limit
 */
export async function findFirst(hunt: Hunt, limit: number): Promise<Hunted & { first: Finding }> {
  const found = new AbortController();
  const late = AbortSignal.timeout(limit * 1000);
  const hunted = await run(hunt, AbortSignal.any([found.signal, late]), () => found.abort());
  const [first] = hunted.findings;
  if (first) return { ...hunted, first };
  throw new Error(
    `nothing found ${late.aborted ? `within ${limit} s` : 'at all'}: ${hunted.requests} requests`,
  );
}

/** Goes on to the end, whatever is found. */
export const findAll = (hunt: Hunt): Promise<Hunted> => run(hunt);

async function run(
  { url, self, other, spec, overrides }: Hunt,
  signal?: AbortSignal,
  onFinding?: () => void,
): Promise<Hunted> {
  const began = performance.now();
  const file = spec === undefined ? readToml(await readFile(CONFIGURATION, 'utf8')) : {};
  const configuration = makeConfiguration(file, overrides);
  const document = await readDocument(spec ?? `${url}/openapi.json`);
  const run = new Run({
    document,
    configuration,
    url: new URL(url),
    self: self === undefined ? undefined : [authorization(self)],
    other: other === undefined ? undefined : [authorization(other)],
    signal,
    onFinding,
  });
  try {
    for (const scenario of scenariosOf(run)) await scenario.run();
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    run.close();
  }
  const requests = [...run.tallies.values()].reduce((sum, { cases }) => sum + cases, 0);
  return { findings: run.findings, requests, seconds: (performance.now() - began) / 1000 };
}
