/** The services of the corpus. */
import type { CheckName } from '../harness/checks/check.js';
import { FAULTS, type Fault } from './express/app.js';
import { DOCUMENT, startRoombook, TOKENS } from './express/start.js';
import { LIBRARY_FAULTS, makeLibrary } from './fastify/app.js';
import { FOREIGN } from './foreign.js';
import type { CorpusService, Planted, Running } from './service.js';
import { SNIPPET_STORE } from './snippet-store/service.js';
import {
  buildGo,
  CORPUS_FOLDER,
  missingGo,
  missingPackages,
  PYTHON_PACKAGES,
  startProgram,
} from './start-program.js';

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
  missing: missingPackages,
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${CORPUS_FOLDER}/fastapi/app.py`],
      env: { PYTHONPATH: PYTHON_PACKAGES, FAULT: fault ?? '' },
      auth: ['header:X-API-Key:anns-key', 'header:X-API-Key:bens-key'],
    }),
};

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
  missing: missingGo,
  start: (fault) =>
    startProgram({
      command: buildGo('go'),
      env: { FAULT: fault ?? '' },
      auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
    }),
};

const BEARER: Running['auth'] = ['bearer:anns-token', 'bearer:bens-token'];

/** What the rules of the harness were written against. */
const KNOWN = [SNIPPET_STORE, EXPRESS, FASTIFY, FASTAPI, GO];

export const CORPUS: readonly CorpusService[] = [...KNOWN, ...FOREIGN];
