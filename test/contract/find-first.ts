/** Runs the harness in this process until it has found something. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeConfiguration, type Overrides } from './harness/configuration/configuration.js';
import { readToml } from './harness/configuration/toml.js';
import { readDocument } from './harness/document/read-document.js';
import type { Finding } from './harness/finding.js';
import { Run } from './harness/run.js';
import { scenariosOf } from './harness/scenarios.js';

const CONFIGURATION = fileURLToPath(new URL('../../schemathesis.toml', import.meta.url));

export interface Hunt {
  url: string;
  /** Values of `Authorization`. */
  self?: string;
  other?: string;
  /** Where the document is; default: the server's own. */
  spec?: string;
  overrides?: Overrides;
  /** Go on to the end. */
  whole?: boolean;
}

/** @returns what the first step with a finding found; with `whole`, everything */
export async function findFirst({
  url,
  self,
  other,
  spec,
  overrides,
  whole = false,
}: Hunt): Promise<readonly Finding[]> {
  const file = spec === undefined ? readToml(await readFile(CONFIGURATION, 'utf8')) : {};
  const configuration = makeConfiguration(file, overrides);
  const document = await readDocument(spec ?? `${url}/openapi.json`);
  const run = new Run({ document, configuration, url: new URL(url), self, other });
  try {
    for (const scenario of scenariosOf(run)) {
      const found = await scenario.run();
      if (found.length > 0 && !whole) return found;
    }
    return run.findings;
  } finally {
    run.close();
  }
}
