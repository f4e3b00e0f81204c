/** The services of the corpus: each correct as it stands, and with faults that can be planted one at a time. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { FAULTS, type Fault } from '../fixtures/express/app.js';
import { DOCUMENT, startRoombook, TOKENS } from '../fixtures/express/start.js';
import type { CheckName } from '../harness/checks/check.js';
import { LIBRARY_FAULTS, makeLibrary } from './fastify/app.js';

export interface Planted {
  readonly name: string;
  /** The check that has to find it. */
  readonly check: CheckName;
}

export interface Running {
  readonly url: string;
  close(): Promise<void>;
}

export interface CorpusService {
  readonly name: string;
  readonly faults: readonly Planted[];
  /** Values of `--auth`: the user, and another user. */
  readonly auth: readonly [string, string];
  /** The header that carries the user's credentials, for tools that take headers. */
  readonly header: string;
  /** Default: /openapi.json of the service. */
  readonly spec?: string;
  readonly basePath?: string;
  /** What no schema can say of the service. */
  readonly options?: readonly string[];
  /** @returns why it cannot run on this machine; undefined when it can */
  missing?(): string | undefined;
  /** @param fault by its name; undefined for the correct service */
  start(fault?: string): Promise<Running>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = `${root}test/contract/corpus`;

const planted = (faults: Readonly<Partial<Record<CheckName, readonly string[]>>>): Planted[] =>
  Object.entries(faults).flatMap(([check, names]) =>
    names.map((name) => ({ name, check: check as CheckName })),
  );

const EXPRESS: CorpusService = {
  name: 'Express',
  faults: [
    { name: FAULTS[0], check: 'not_a_server_error' },
    { name: FAULTS[1], check: 'status_code_conformance' },
    { name: FAULTS[2], check: 'negative_data_rejection' },
    { name: FAULTS[3], check: 'use_after_free' },
    { name: FAULTS[4], check: 'ignored_auth' },
  ],
  auth: [`bearer:${TOKENS.ann}`, `bearer:${TOKENS.ben}`],
  header: `Authorization: Bearer ${TOKENS.ann}`,
  spec: DOCUMENT,
  basePath: '/v1',
  // Rooms are everybody's.
  options: ['--exclude-checks', 'object_level_authorization'],
  start: (fault) => startRoombook(fault === undefined ? [] : [fault as Fault]),
};

const FASTIFY: CorpusService = {
  name: 'Fastify',
  faults: Object.entries(LIBRARY_FAULTS).map(([check, name]) => ({ name, check: check as CheckName })),
  auth: ['bearer:anns-token', 'bearer:bens-token'],
  header: 'Authorization: Bearer anns-token',
  async start(fault) {
    const app = makeLibrary({ 'anns-token': 'ann', 'bens-token': 'ben' }, fault);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, close: () => app.close() };
  },
};

const FASTAPI: CorpusService = {
  name: 'FastAPI',
  faults: planted({
    not_a_server_error: ['notes of 200 characters break the service'],
    status_code_conformance: ['202 for a new task'],
    content_type_conformance: ['a task as text'],
    response_schema_conformance: ['a task without notes'],
    negative_data_rejection: ['wrong limits are taken'],
    positive_data_acceptance: ['no task of priority 5'],
    unsupported_method: ['PATCH is answered', 'a missing Allow'],
    use_after_free: ['deleted tasks can be read'],
    ensure_resource_availability: ['no task can be read'],
    ignored_auth: ['anybody may delete'],
    object_level_authorization: ['every user may replace a task'],
    stored_data_conformance: ['PUT ignores the priority', 'notes are cut off'],
    location_conformance: ['Location leads nowhere'],
  }),
  auth: ['header:X-API-Key:anns-key', 'header:X-API-Key:bens-key'],
  header: 'X-API-Key: anns-key',
  missing: () => (existsSync(packages) ? undefined : `FastAPI is not in ${packages}`),
  start: (fault) =>
    startProgram('python3', [`${sources}/fastapi/app.py`], { PYTHONPATH: packages, FAULT: fault ?? '' }),
};
const packages = `${root}.cache/fastapi`;

const GO: CorpusService = {
  name: 'Go',
  faults: planted({
    not_a_server_error: ['a million breaks the service'],
    status_code_conformance: ['200 for a removal'],
    content_type_conformance: ['JSON that calls itself HTML'],
    response_headers_conformance: ['401 without a challenge'],
    response_schema_conformance: ['an item without its unit'],
    negative_data_rejection: ['any least is taken', 'any unit is taken'],
    positive_data_acceptance: ['lengths are counted in bytes'],
    unsupported_method: ['405 without Allow'],
    allow_header_conformance: ['Allow lacks DELETE'],
    use_after_free: ['DELETE removes nothing', 'removed items can be read'],
    ensure_resource_availability: ['no item can be read'],
    ignored_auth: ['any password will do'],
    stored_data_conformance: ['PUT keeps the old quantity'],
    idempotency_conformance: ['the same PUT twice is refused'],
    head_conformance: ['HEAD is not found'],
  }),
  auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
  header: `Authorization: Basic ${btoa('ann:anns-password')}`,
  // Items are everybody's.
  options: ['--exclude-checks', 'object_level_authorization'],
  missing: () =>
    spawnSync(GO_COMMAND, ['version']).error === undefined ? undefined : 'Go is not on this machine',
  start(fault) {
    const folder = `${root}.cache/corpus`;
    const program = `${folder}/inventory`;
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true });
      const built = spawnSync(GO_COMMAND, ['build', '-o', program, 'main.go'], {
        cwd: `${sources}/go`,
        env: { ...process.env, GO111MODULE: 'off' },
        encoding: 'utf8',
      });
      if (built.status !== 0) throw new Error(built.stderr);
    }
    return startProgram(program, [], { FAULT: fault ?? '' });
  },
};
const GO_COMMAND = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';

export const CORPUS: readonly CorpusService[] = [EXPRESS, FASTIFY, FASTAPI, GO];

/** @returns once the program has printed `listening on URL` */
async function startProgram(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const program = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(program.stdout)) {
    const [, url] = /^listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      program.stdout.resume();
      return { url, close: () => stop(program) };
    }
  }
  throw new Error(`${command} ended before it listened`);
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
