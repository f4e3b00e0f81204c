/** The services of the corpus. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CheckName } from '../harness/checks/check.js';
import { serve } from '../harness-tests/serve.js';
import { CLINIC_FAULTS, makeClinic } from './clinic/app.js';
import { FAULTS, type Fault } from './express/app.js';
import { DOCUMENT, startRoombook, TOKENS } from './express/start.js';
import { LIBRARY_FAULTS, makeLibrary } from './fastify/app.js';
import { LEDGER_FAULTS } from './ledger/faults.js';
import { makeNotifier, NOTIFIER_FAULTS } from './notifier/app.js';
import type { CorpusService, Planted, Running } from './service.js';
import { SNIPPET_STORE } from './snippet-store/service.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = `${root}test/contract/corpus`;

const planted = (faults: Readonly<Partial<Record<CheckName, readonly string[]>>>): Planted[] =>
  Object.entries(faults).flatMap(([check, names]) =>
    names.map((name) => ({ name, check: check as CheckName })),
  );

const plantedIn = (faults: Readonly<Record<string, CheckName>>): Planted[] =>
  Object.entries(faults).map(([name, check]) => ({ name, check }));

const EXPRESS: CorpusService = {
  name: 'Express',
  faults: [
    { name: FAULTS[0], check: 'not_a_server_error' },
    { name: FAULTS[1], check: 'status_code_conformance' },
    { name: FAULTS[2], check: 'negative_data_rejection' },
    { name: FAULTS[3], check: 'use_after_free' },
    { name: FAULTS[4], check: 'ignored_auth' },
  ],
  spec: DOCUMENT,
  basePath: '/v1',
  // Rooms are everybody's.
  options: ['--exclude-checks', 'object_level_authorization'],
  async start(fault) {
    const served = await startRoombook(fault === undefined ? [] : [fault as Fault]);
    return { ...served, auth: [`bearer:${TOKENS.ann}`, `bearer:${TOKENS.ben}`] };
  },
};

const FASTIFY: CorpusService = {
  name: 'Fastify',
  faults: Object.entries(LIBRARY_FAULTS).map(([check, name]) => ({ name, check: check as CheckName })),
  async start(fault) {
    const app = makeLibrary({ 'anns-token': 'ann', 'bens-token': 'ben' }, fault);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, auth: BEARER, close: () => app.close() };
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
  missing: () => (existsSync(packages) ? undefined : `FastAPI is not in ${packages}`),
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${sources}/fastapi/app.py`],
      env: { PYTHONPATH: packages, FAULT: fault ?? '' },
      auth: ['header:X-API-Key:anns-key', 'header:X-API-Key:bens-key'],
    }),
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
    return startProgram({
      command: program,
      env: { FAULT: fault ?? '' },
      auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
    });
  },
};
const GO_COMMAND = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';

const BEARER: Running['auth'] = ['bearer:anns-token', 'bearer:bens-token'];

const CLINIC: CorpusService = {
  name: 'Clinic',
  faults: plantedIn(CLINIC_FAULTS),
  async start(fault) {
    const clinic = makeClinic({ 'anns-session': 'ann', 'bens-session': 'ben' }, fault);
    const auth: Running['auth'] = [
      'header:Cookie:session=anns-session',
      'header:Cookie:session=bens-session',
    ];
    return { ...(await serve(clinic.callback())), auth };
  },
};

const LEDGER: CorpusService = {
  name: 'Ledger',
  faults: plantedIn(LEDGER_FAULTS),
  spec: `${sources}/ledger/openapi.yaml`,
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${sources}/ledger/app.py`],
      env: { FAULT: fault ?? '' },
      auth: BEARER,
    }),
};

const NOTIFIER: CorpusService = {
  name: 'Notifier',
  faults: plantedIn(NOTIFIER_FAULTS),
  async start(fault) {
    const served = await serve(makeNotifier({ 'anns-key': 'ann', 'bens-key': 'ben' }, fault));
    return { ...served, auth: ['header:X-Api-Key:anns-key', 'header:X-Api-Key:bens-key'] };
  },
};

/** What the rules of the harness were written against. */
const KNOWN = [SNIPPET_STORE, EXPRESS, FASTIFY, FASTAPI, GO];
/** Their faults were written before the rules that find them, and no rule is tuned to them. */
const FOREIGN = [CLINIC, LEDGER, NOTIFIER];

export const CORPUS: readonly CorpusService[] = [...KNOWN, ...FOREIGN];

interface Program {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly auth: Running['auth'];
}

/** @returns once the program has printed `listening on URL` */
async function startProgram({ command, args = [], env, auth }: Program): Promise<Running> {
  const program = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(program.stdout)) {
    const [, url] = /^listening on (\S+)/.exec(line) ?? [];
    if (url !== undefined) {
      program.stdout.resume();
      return { url, auth, close: () => stop(program) };
    }
  }
  throw new Error(`${command} ended before it listened`);
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
