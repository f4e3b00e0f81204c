/** One run of dredd on a service: every documented success once, in each form, and nothing else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { addClient } from '#src/authentication/oauth2.js';
import { dereference } from '#src/contract/dereference.js';
import {
  type Dereferenced,
  type MediaType,
  operationsOf,
  type Schema,
  type Specification,
} from '#src/contract/specification.js';
import { type ContractService, startService } from '../start-service.js';

/** Its own package, with its own lock file: old dependencies stay away from ours. */
export const DREDD_FOLDER = fileURLToPath(new URL('../../../test/contract/dredd', import.meta.url));
const DREDD = `${DREDD_FOLDER}/node_modules/dredd/bin/dredd`;

/** For `{ skip }` of a test: false when dredd is there, and under CI=true, where its lack fails. */
export const skipWithoutDredd: string | false =
  existsSync(DREDD) || process.env.CI === 'true' ? false : 'needs dredd: npm run dredd installs it';

/** Milliseconds after which a run has hung. */
const TIMEOUT = 300_000;

/** Every operation is served, and the session's denials do not stand before Basic's. */
const SCHEMES = 'basic,session,token,oauth2';

/** What dredd makes a transaction of. */
interface Case {
  /** `createToken: application/json -> 200 application/json`. */
  readonly label: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** Matches the path with examples in it, as dredd asks for it. */
  readonly pattern: string;
  readonly takesBasic: boolean;
  readonly requestType: string | undefined;
  readonly example: unknown;
  readonly status: string;
  readonly responseType: string | undefined;
  /** The names of the headers that the answer must have. */
  readonly headers: readonly string[];
  readonly schema: unknown;
}

export type DreddService = ContractService & {
  readonly client: { client_id: string; client_secret: string };
};

export async function startDreddService(store: 'embedded' | 'mongodb' = 'embedded'): Promise<DreddService> {
  const service = await startService({ store, schemes: SCHEMES });
  const { clientId, clientSecret } = await addClient(service.app.store, 'editor');
  return { ...service, client: { client_id: clientId, client_secret: clientSecret } };
}

/**
 * @param url where dredd sends its requests
 * @param print takes dredd's output, line by line
 * @returns the labels of what passed, and the problems: none when every case ran once and passed
 */
export async function runDredd(
  { app, alice, client }: DreddService,
  { url = app.url, print }: { url?: string; print(line: string): void },
): Promise<{ passed: string[]; problems: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'snippet-store-dredd-'));
  const file = join(folder, 'openapi.json');
  const context = join(folder, 'context.json');
  const report = join(folder, 'report.json');
  try {
    const served = dereference((await (await fetch(`${app.url}/openapi.json`)).json()) as Specification);
    const cases = keepSuccesses(served);
    await writeFile(file, JSON.stringify(served));
    const { username, password, id } = alice;
    await writeFile(
      context,
      JSON.stringify({ cases, url, user: { username, password, id }, client, report }),
    );
    const code = await spawnDredd([file, url], context, print);
    if (!existsSync(report)) return { passed: [], problems: [`dredd left no report (exit status ${code})`] };
    const outcomes = JSON.parse(await readFile(report, 'utf8')) as { label: string; passed: boolean }[];
    return judge(cases, outcomes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the answers that are no success from the specification: dredd sends the same request for each status.
 * @returns what is left
 */
function keepSuccesses(specification: Dereferenced): Case[] {
  return Object.entries(specification.paths).flatMap(([path, item]) =>
    operationsOf(item).flatMap(([method, operation]) => {
      const responses = operation.responses ?? {};
      // The login answers 200 to a wrong password, and redirects after a right one.
      const status = '302' in responses ? '302' : Object.keys(responses).find((code) => code.startsWith('2'));
      const response = responses[status ?? ''];
      assert.ok(status && response, `${operation.operationId} declares no success`);
      operation.responses = { [status]: response };
      return formsOf(operation.requestBody?.content).flatMap(([requestType, asked]) =>
        formsOf(response.content).map(([responseType, answered]) => ({
          label: `${operation.operationId}: ${requestType ?? ''} -> ${status} ${responseType ?? ''}`,
          operation: operation.operationId,
          method: method.toUpperCase(),
          path,
          pattern: `^${path.replace(/\{\w+\}/g, '[^/]+')}$`,
          takesBasic: operation.security?.some((scheme) => 'basic' in scheme) ?? false,
          requestType,
          example: asked && (asked.example ?? exampleOf(asked.schema)),
          status,
          responseType,
          headers: Object.entries(response.headers ?? {}).flatMap(([name, { required }]) =>
            required ? name : [],
          ),
          schema: answered?.schema,
        })),
      );
    }),
  );
}

/** What has no body is one case, without a media type. */
function formsOf(
  content: Readonly<Record<string, MediaType>> = {},
): [string | undefined, MediaType | undefined][] {
  const forms = Object.entries(content);
  return forms.length > 0 ? forms : [[undefined, undefined]];
}

function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { example }]) =>
      example === undefined ? [] : [[name, example]],
    ),
  );
}

function judge(cases: readonly Case[], outcomes: readonly { label: string; passed: boolean }[]) {
  const passed = outcomes.filter((outcome) => outcome.passed).map(({ label }) => label);
  const ran = outcomes.map(({ label }) => label);
  const problems = [
    ...outcomes.filter((outcome) => !outcome.passed).map(({ label }) => `${label}: fail`),
    ...cases.filter(({ label }) => !ran.includes(label)).map(({ label }) => `${label}: dredd left it out`),
    ...ran.filter((label, at) => ran.indexOf(label) !== at).map((label) => `${label}: dredd ran it twice`),
  ];
  return { passed, problems };
}

/** @returns its exit status */
async function spawnDredd(target: readonly string[], context: string, print: (line: string) => void) {
  const options = ['--reporter=dot', '--no-color', `--hookfiles=${DREDD_FOLDER}/hooks.cjs`];
  // Its modules require each other in a circle, which Node warns of.
  const dredd = spawn(process.execPath, ['--no-warnings', DREDD, ...target, ...options], {
    cwd: DREDD_FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DREDD_CONTEXT: context },
    timeout: TIMEOUT,
  });
  for (const input of [dredd.stdout, dredd.stderr])
    createInterface({ input }).on('line', (line) => {
      // Its parser names some forty keywords of OpenAPI that it has no use for.
      if (!line.includes('API description parser warning')) print(line);
    });
  const [code] = await once(dredd, 'close');
  return code;
}
