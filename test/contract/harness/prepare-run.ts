/** Makes a run of what was asked for: reads the configuration and the document, and looks whether somebody is there. */
import { CannotRun } from './cannot-run.js';
import type { CommandLine } from './command-line.js';
import { readAuth } from './configuration/read-auth.js';
import { readSettings } from './configuration/read-settings.js';
import { checkSchemas } from './document/check-schemas.js';
import type { ContractDocument } from './document/model.js';
import { readDocument } from './document/read-document.js';
import { Run } from './run.js';
import { makeSender } from './send.js';

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function prepareRun({ url, spec, config, self, other, overrides }: CommandLine): Promise<Run> {
  const settings = await readSettings(config, overrides);
  const base = url ?? settings.baseUrl;
  if (base === undefined || !/^https?:/i.test(base) || !URL.canParse(base))
    throw new CannotRun('--url takes the address of a running server.');
  const target = new URL(base);
  await look(target, settings.requestTimeout);
  const document = await readDocument(spec ?? new URL('/openapi.json', target).href);
  const prefix = target.pathname.replace(/\/$/, '');
  const placed = prefix === '' ? document : placeUnder(prefix, document);
  const { credentials, headers } = readAuth(settings, document);
  const run = new Run({
    document: placed,
    configuration: { ...settings, headers },
    url: target,
    self: self ?? credentials,
    other,
  });
  checkSchemas(document, run.validators);
  return run;
}

/** Where a server is said to be counts more than where the document says that it is. */
const placeUnder = (basePath: string, document: ContractDocument): ContractDocument => ({
  ...document,
  operations: document.operations.map((operation) => ({ ...operation, basePath })),
});

/** Whatever it answers, somebody is there. */
async function look(url: URL, timeout: number): Promise<void> {
  const sender = makeSender(url, timeout);
  try {
    await sender.send({ method: 'GET', target: url.pathname, headers: {}, body: undefined });
  } catch (error) {
    throw new CannotRun(`Nobody answers at ${url.origin}: ${error instanceof Error ? error.message : error}`);
  } finally {
    sender.close();
  }
}
