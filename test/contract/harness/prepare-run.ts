/** Makes a run of what was asked for: reads the configuration and the document, and checks that the server answers. */
import { CannotRun } from './cannot-run.js';
import type { CommandLine } from './command-line.js';
import { readAuth } from './configuration/read-auth.js';
import { readSettings } from './configuration/read-settings.js';
import { basePathOn } from './document/base-path.js';
import { checkSchemas } from './document/check-schemas.js';
import { withLogin } from './document/credentials-in-body.js';
import type { Operation } from './document/model.js';
import { readDocument } from './document/read-document.js';
import { customFormats } from './generation/custom-formats.js';
import { identify, loadHooks, withData } from './hooks.js';
import { Run, type Target } from './run.js';
import { makeSender } from './send.js';

export type Watch = Pick<Target, 'onFinding' | 'lostAfter' | 'signal'>;

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
export async function prepareRun(commandLine: CommandLine, watch: Watch = {}): Promise<Run> {
  const { url, spec, config, self, other, overrides, basePath, rateLimit, patience } = commandLine;
  const settings = await readSettings(config, overrides);
  const hooks = await loadHooks(commandLine.hooks);
  const base = url ?? settings.baseUrl;
  if (base === undefined || !/^https?:/i.test(base) || !URL.canParse(base))
    throw new CannotRun('--url takes the URL of a running server, such as http://127.0.0.1:8000.');
  const target = new URL(base);
  await look(target, settings.requestTimeout);
  const document = await readDocument(spec ?? new URL('/openapi.json', target).href);
  const { credentials, headers } = readAuth(
    { ...settings, headers: { ...settings.headers, ...commandLine.headers } },
    document,
  );
  const own = self ?? credentials;
  const place = basePathOf(target, basePath);
  const login = own?.find((credential) => credential.login)?.login;
  const operations = document.operations.map((operation) =>
    withData(withLogin(document.source, { ...operation, basePath: place(operation) }, login), hooks),
  );
  for (const [format, { examples }] of Object.entries(hooks.formats ?? {}))
    customFormats.set(format, examples);
  const run = new Run({
    document: { ...document, operations },
    configuration: { ...settings, headers },
    url: target,
    self: (await identify(hooks, { user: 'self', isRenewal: false })) ?? own,
    other: (await identify(hooks, { user: 'other', isRenewal: false })) ?? other,
    hooks,
    rateLimit: rateLimit ?? settings.rateLimit,
    patience,
    ...watch,
  });
  checkSchemas(document, run.validators);
  return run;
}

/** @returns what stands before an operation's path: as the command line says, else by the document's servers */
function basePathOf(target: URL, given: string | undefined): (operation: Operation) => string {
  const own = given ?? target.pathname.replace(/\/$/, '');
  if (given !== undefined || own !== '') return () => own;
  return ({ servers }) => basePathOn(servers, target.origin);
}

/** @returns a line for the person who runs it: a wrong base path makes everything 404 */
export function describeBasePath({ url, document }: Target, { basePath, url: given }: CommandLine): string {
  const used = [...new Set(document.operations.map((operation) => operation.basePath))];
  const names = used.map((path) => path || 'none').join(', ');
  if (basePath !== undefined) return `${names} (--base-path)`;
  if (given !== undefined && url.pathname !== '/') return `${names} (the path of --url)`;
  const others = document.operations.flatMap(({ servers }) => servers);
  const elsewhere = others.find(
    ({ origin, path }) => origin !== undefined && origin !== url.origin && path !== '',
  );
  if (used.every((path) => path === '') && elsewhere)
    return `none: the document's server is on another host, ${elsewhere.origin}${elsewhere.path}. --base-path ${elsewhere.path} would add its path`;
  return used.every((path) => path === '') ? names : `${names} (from the document's servers)`;
}

/** Any answer will do. */
async function look(url: URL, timeout: number): Promise<void> {
  const sender = makeSender(url, timeout);
  try {
    await sender.send({ method: 'GET', target: url.pathname, headers: {}, body: undefined });
  } catch (error) {
    throw new CannotRun(
      `No server answers at ${url.origin}: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    sender.close();
  }
}
