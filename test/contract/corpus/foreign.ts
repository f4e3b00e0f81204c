/** Services whose faults were written without a look at the rules: docs/contract-testing.md says what was found then. */
import type { CheckName } from '../harness/checks/check.js';
import { serve } from '../harness-tests/serve.js';
import { CLINIC_FAULTS, makeClinic } from './clinic/app.js';
import { DEPOT_FAULTS, makeDepot } from './depot/app.js';
import { FLEET_FAULTS } from './fleet/faults.js';
import { KITCHEN_FAULTS } from './kitchen/faults.js';
import { LEDGER_FAULTS } from './ledger/faults.js';
import { makeNotifier, NOTIFIER_FAULTS } from './notifier/app.js';
import type { CorpusService, Planted, Running } from './service.js';
import {
  buildGo,
  CORPUS_FOLDER,
  missingGo,
  missingPackages,
  PYTHON_PACKAGES,
  startProgram,
} from './start-program.js';

const BEARER: Running['auth'] = ['bearer:anns-token', 'bearer:bens-token'];

const plantedIn = (faults: Readonly<Record<string, CheckName>>): Planted[] =>
  Object.entries(faults).map(([name, check]) => ({ name, check }));

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
  spec: `${CORPUS_FOLDER}/ledger/openapi.yaml`,
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${CORPUS_FOLDER}/ledger/app.py`],
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

const DEPOT: CorpusService = {
  name: 'Depot',
  faults: plantedIn(DEPOT_FAULTS),
  spec: `${CORPUS_FOLDER}/depot/openapi.yaml`,
  async start(fault) {
    const served = await serve(makeDepot({ 'anns-token': 'ann', 'bens-token': 'ben' }, fault));
    return { ...served, auth: BEARER };
  },
};

const KITCHEN: CorpusService = {
  name: 'Kitchen',
  faults: plantedIn(KITCHEN_FAULTS),
  spec: `${CORPUS_FOLDER}/kitchen/openapi.yaml`,
  missing: missingPackages,
  start: (fault) =>
    startProgram({
      command: 'python3',
      args: [`${CORPUS_FOLDER}/kitchen/app.py`],
      env: { PYTHONPATH: PYTHON_PACKAGES, FAULT: fault ?? '' },
      auth: ['basic:ann:anns-password', 'basic:ben:bens-password'],
    }),
};

const FLEET: CorpusService = {
  name: 'Fleet',
  faults: plantedIn(FLEET_FAULTS),
  spec: `${CORPUS_FOLDER}/fleet/openapi.yaml`,
  config: `${CORPUS_FOLDER}/fleet/schemathesis.toml`,
  missing: missingGo,
  start: (fault) =>
    startProgram({
      command: buildGo('fleet'),
      env: { FAULT: fault ?? '' },
      auth: ['query:api_key:anns-key', 'query:api_key:bens-key'],
    }),
};

export const FOREIGN: readonly CorpusService[] = [CLINIC, LEDGER, NOTIFIER, DEPOT, KITCHEN, FLEET];
