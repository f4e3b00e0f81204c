/** A run as a list of steps: prepared from the command line and the document, with what is printed first and last. */

import type { Phase } from './case.js';
import { type Credentials, placeKey } from './credentials.js';
import type { Member } from './document/model.js';
import { basePathOn, type Operation } from './document/operations.js';
import { findDocument, readDocument } from './document/read-document.js';
import { CannotRun, NoAnswer } from './errors.js';
import { prepareCase, settleCase } from './phases/prepare.js';
import { coverage, examples, fuzzing } from './phases/requests.js';
import { isProducer } from './phases/resources.js';
import { stateful } from './phases/stateful.js';
import { printable } from './print.js';
import { type Finding, summarize, vacuity } from './report.js';
import { hasLinks } from './rules/links.js';
import { Run } from './run.js';
import { type Connection, makeSender } from './send.js';
import { readAuth } from './settings/auth.js';
import type { Command } from './settings/command-line.js';
import type { Configuration } from './settings/configuration.js';
import { fetchTokens } from './tokens.js';

export interface Scenario {
  readonly name: string;
  /** @returns what is new; why it did not begin, when it did not */
  run(): Promise<readonly Finding[] | string>;
}

export async function openRun(command: Command) {
  const run = await prepareRun(command);
  const began = performance.now();
  return {
    seed: command.settings.seed,
    introduction: introduce(run),
    warnings: warningsOf(run),
    steps: scenariosOf(run),
    close: () => run.close(),
    /** Whether a part of what was asked for was not tested. */
    isIncomplete: () => run.gaps().length > 0,
    conclude: () => summarize(run, (performance.now() - began) / 1000),
  };
}

function introduce(run: Run): string {
  const { document, url, configuration } = run.target;
  // A wrong one makes everything 404.
  const paths = [...new Set(document.operations.map(({ basePath }) => basePath))];
  return [
    `Document:  ${printable(document.title)}, OpenAPI ${printable(document.declared)}, ${run.operations().length} operations`,
    `          ${printable(document.location)}`,
    `Server:    ${url.origin}`,
    `Base path: ${printable(paths.map((path) => path || 'none').join(', '))}`,
    `Seed:      ${configuration.seed}\n`,
  ].join('\n');
}

function warningsOf(run: Run): string[] {
  const { document, configuration } = run.target;
  const unknown = configuration.warnings.map(
    (key) => `schemathesis.toml: ${key} is not known to this tool and has no effect.`,
  );
  const idle = configuration
    .idleRules(document.operations)
    .map((rule) => `schemathesis.toml: ${rule} is about no operation of the description.`);
  const gaps = run
    .operations()
    .flatMap(({ label, unwritten }) =>
      unwritten.map(
        (type) => `${label}: bodies of ${type} are sent only where the document has one as text.`,
      ),
    );
  return [...unknown, ...idle, ...document.warnings, ...gaps].map((text) => `warning: ${text}`);
}

/** @throws CannotRun when there is no server, no document, or no sense in the configuration */
async function prepareRun({ options, settings, address }: Command): Promise<Run> {
  const { spec, self, other, basePath } = options;
  if (address === undefined || !/^https?:/i.test(address) || !URL.canParse(address))
    throw new CannotRun('--url takes the URL of a running server, such as http://127.0.0.1:8000.');
  const target = new URL(address);
  await look(target, settings.connection);
  const document = await (spec === undefined ? findDocument(target) : readDocument(spec));
  const { credentials, headers } = readAuth(settings, document);
  const placed = (user: Credentials | undefined) => user?.map((one) => placeKey(one, document.schemes));
  const given = basePath ?? target.pathname.replace(/\/$/, '');
  const isGiven = basePath !== undefined || given !== '';
  const place = isGiven ? given : (basePathOn(document.source.servers, target.origin) ?? '');
  const placeOf = ({ servers }: Operation) =>
    (basePath === undefined && servers !== undefined ? basePathOn(servers, target.origin) : undefined) ??
    place;
  const operations = document.operations.map((one) => settings.fix({ ...one, basePath: placeOf(one) }));
  const renew = () => renewTokens(settings, document.schemes, target, place);
  const fetched = await renew();
  const ofUser = placed(self) ?? credentials;
  const run = new Run({
    document: { ...document, operations },
    configuration: { ...settings, headers },
    url: target,
    self: fetched.length > 0 ? [...fetched, ...(ofUser ?? [])] : ofUser,
    other: placed(other),
    renew: settings.tokens.length > 0 ? async () => [...(await renew()), ...(ofUser ?? [])] : undefined,
  });
  run.preparation = {
    prepare: (item) => prepareCase(run, item),
    settle: (exchange) => settleCase(run, exchange),
  };
  return run;
}

async function renewTokens({ tokens, connection }: Configuration, schemes: Member, url: URL, base: string) {
  if (tokens.length === 0) return [];
  const sender = makeSender(url, connection);
  return fetchTokens(tokens, schemes, sender, base).finally(sender.close);
}

async function look(url: URL, connection: Connection): Promise<void> {
  const sender = makeSender(url, connection);
  const fail = (error: Error) => {
    throw new CannotRun(`No server answers at ${url.origin}: ${error.message}`);
  };
  const anything = { method: 'GET', target: url.pathname, headers: {}, body: undefined };
  await sender.send(anything).catch(fail).finally(sender.close);
}

const PER_OPERATION = { examples, coverage, fuzzing, stateful };

/** The cheapest first: lives are few requests, and they show the gravest faults. */
const ORDER: readonly Phase[] = ['examples', 'stateful', 'coverage', 'fuzzing'];

function scenariosOf(run: Run): Scenario[] {
  const steps = ORDER.filter((phase) => run.runsPhase(phase)).flatMap((phase) =>
    run
      .operations()
      // Lives begin where something is made.
      .filter((operation) => phase !== 'stateful' || isProducer(run, operation) || hasLinks(operation))
      .map((operation) =>
        step(run, `${phase}: ${operation.label}`, () => PER_OPERATION[phase](run, operation)),
      ),
  );
  return [
    ...steps,
    step(run, 'every operation was reached and accepted a request', async () => vacuity(run)),
  ];
}

const step = (run: Run, name: string, act: () => Promise<void>): Scenario => ({
  name,
  run: async () =>
    run.over ??
    run.during(name, () =>
      act().catch((error: unknown) => {
        // One operation that cannot be tested costs no other.
        if (!(error instanceof NoAnswer)) return void run.stop(name, error);
        const pointer = error.sent.at(-1)?.item.pointer ?? '#/paths';
        run.report('not_a_server_error', { message: error.message, pointer }, error.sent);
      }),
    ),
});
