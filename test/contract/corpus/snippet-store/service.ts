/** Snippet Store itself, behind a proxy that makes one mistake at a time. */
import { fileURLToPath } from 'node:url';
import { readCredential } from '../../harness/credentials.js';
import { type ContractService, startService } from '../../start-service.js';
import type { CorpusService } from '../service.js';
import { FAULTS } from './faults.js';
import { startProxy } from './proxy.js';

let started: Promise<ContractService> | undefined;

export const SNIPPET_STORE: CorpusService = {
  name: 'Snippet Store',
  faults: FAULTS.map(({ name, check }) => ({ name, check })),
  config: fileURLToPath(new URL('../../../../schemathesis.toml', import.meta.url)),
  async start(fault) {
    started ??= startService();
    const service = await started;
    const { url, auth, otherAuth } = service;
    const credentials = { self: readCredential(auth).value, other: readCredential(otherAuth).value };
    const make = FAULTS.find(({ name }) => name === fault)?.make;
    const proxy = await startProxy(url, make?.(credentials) ?? {});
    return {
      url: proxy.url,
      auth: [`header:Authorization:${credentials.self}`, `header:Authorization:${credentials.other}`],
      async close() {
        await proxy.close();
        await service.reset();
      },
    };
  },
  async stop() {
    const service = await started;
    started = undefined;
    await service?.close();
  },
};
