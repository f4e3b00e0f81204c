/** The services of the corpus that are programs of their own, in Python and Go. */
import type { CheckName } from '../harness/checks/check.js';
import { DESK_FAULTS } from './desk/faults.js';
import { FLEET_FAULTS } from './fleet/faults.js';
import { KITCHEN_FAULTS } from './kitchen/faults.js';
import { LEDGER_FAULTS } from './ledger/faults.js';
import { type CorpusService, type Planted, plantedIn, type Running } from './service.js';
import {
  buildGo,
  CORPUS_FOLDER,
  missingGo,
  missingPackages,
  PYTHON_PACKAGES,
  startProgram,
} from './start-program.js';

type Described = Pick<CorpusService, 'name' | 'faults' | 'spec' | 'options' | 'config'> & {
  readonly auth: Running['auth'];
};

const specOf = (folder: string) => `${CORPUS_FOLDER}/${folder}/openapi.yaml`;

const python = ({ auth, ...service }: Described): CorpusService => ({
  ...service,
  missing: missingPackages,
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${CORPUS_FOLDER}/${service.name.toLowerCase()}/app.py`],
      env: { PYTHONPATH: PYTHON_PACKAGES, FAULT: fault ?? '' },
      auth,
    }),
});

const go = ({ auth, ...service }: Described): CorpusService => ({
  ...service,
  missing: missingGo,
  start: (fault) =>
    startProgram({ command: buildGo(service.name.toLowerCase()), env: { FAULT: fault ?? '' }, auth }),
});

const byCheck = (faults: Readonly<Partial<Record<CheckName, readonly string[]>>>): Planted[] =>
  Object.entries(faults).flatMap(([check, names]) =>
    names.map((name) => ({ name, check: check as CheckName })),
  );

const FASTAPI = python({
  name: 'FastAPI',
  faults: byCheck({
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
});

const GO = go({
  name: 'Go',
  faults: byCheck({
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
  auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
});

const TOKENS: Running['auth'] = ['bearer:anns-token', 'bearer:bens-token'];

const LEDGER: CorpusService = {
  ...python({ name: 'Ledger', faults: plantedIn(LEDGER_FAULTS), spec: specOf('ledger'), auth: TOKENS }),
  // It needs the standard library alone.
  missing: () => undefined,
};

const KITCHEN = python({
  name: 'Kitchen',
  faults: plantedIn(KITCHEN_FAULTS),
  spec: specOf('kitchen'),
  auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
});

const DESK = python({ name: 'Desk', faults: plantedIn(DESK_FAULTS), spec: specOf('desk'), auth: TOKENS });

const FLEET = go({
  name: 'Fleet',
  faults: plantedIn(FLEET_FAULTS),
  spec: specOf('fleet'),
  config: `${CORPUS_FOLDER}/fleet/schemathesis.toml`,
  auth: ['query:api_key:anns-key', 'query:api_key:bens-key'],
});

export const PROGRAMS: readonly CorpusService[] = [FASTAPI, GO, LEDGER, KITCHEN, FLEET, DESK];
