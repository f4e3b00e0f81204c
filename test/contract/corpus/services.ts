/** The services of the corpus. */
import type { CheckName } from '../harness/checks/check.js';
import { serve } from '../harness-tests/serve.js';
import { CLINIC_FAULTS, makeClinic } from './clinic/app.js';
import { DEPOT_FAULTS, makeDepot } from './depot/app.js';
import { FAULTS, type Fault } from './express/app.js';
import { DOCUMENT, startRoombook, TOKENS } from './express/start.js';
import { LIBRARY_FAULTS, makeLibrary } from './fastify/app.js';
import { makeNotifier, NOTIFIER_FAULTS } from './notifier/app.js';
import { PROGRAMS } from './program-services.js';
import { type CorpusService, plantedIn } from './service.js';
import { SNIPPET_STORE } from './snippet-store/service.js';
import { CORPUS_FOLDER } from './start-program.js';

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
    return { url, auth: ['bearer:anns-token', 'bearer:bens-token'], close: () => app.close() };
  },
};

const CLINIC: CorpusService = {
  name: 'Clinic',
  faults: plantedIn(CLINIC_FAULTS),
  async start(fault) {
    const clinic = makeClinic({ 'anns-session': 'ann', 'bens-session': 'ben' }, fault);
    const served = await serve(clinic.callback());
    return { ...served, auth: ['header:Cookie:session=anns-session', 'header:Cookie:session=bens-session'] };
  },
};

const NOTIFIER: CorpusService = {
  name: 'Notifier',
  faults: plantedIn(NOTIFIER_FAULTS),
  async start(fault) {
    const served = await serve(makeNotifier({ 'anns-key': 'ann', 'bens-key': 'ben' }, fault));
    return { ...served, auth: ['header:X-Api-Key:anns-key', 'header:X-Api-Key:bens-key'] };
  },
};

const DEPOT: CorpusService = {
  name: 'Depot',
  faults: plantedIn(DEPOT_FAULTS),
  spec: `${CORPUS_FOLDER}/depot/openapi.yaml`,
  async start(fault) {
    const served = await serve(makeDepot({ 'anns-token': 'ann', 'bens-token': 'ben' }, fault));
    return { ...served, auth: ['bearer:anns-token', 'bearer:bens-token'] };
  },
};

export const CORPUS: readonly CorpusService[] = [
  SNIPPET_STORE,
  EXPRESS,
  FASTIFY,
  CLINIC,
  NOTIFIER,
  DEPOT,
  ...PROGRAMS,
];
