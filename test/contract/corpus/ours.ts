/** Snippet Store itself as a service of the corpus, spoiled by the proxy of ../spoiled/. */
import { fileURLToPath } from 'node:url';
import { SPOILINGS } from '../spoiled/spoilings.js';
import { type SpoiledService, startSpoiled } from '../spoiled/start-spoiled.js';
import type { CorpusService, Running } from './services.js';

const CONFIGURATION = fileURLToPath(new URL('../../../schemathesis.toml', import.meta.url));

let service: Promise<SpoiledService> | undefined;

export interface OwnService extends Omit<CorpusService, 'auth' | 'header'> {
  readonly config: string;
  start(
    fault?: string,
  ): Promise<Running & { readonly auth: readonly [string, string]; readonly header: string }>;
  stop(): Promise<void>;
}

export const OURS: OwnService = {
  name: 'Snippet Store',
  faults: SPOILINGS.map(({ name, check }) => ({ name, check })),
  config: CONFIGURATION,
  options: ['--config', CONFIGURATION],
  async start(fault) {
    service ??= startSpoiled();
    const spoiled = await service;
    const make = SPOILINGS.find(({ name }) => name === fault)?.make ?? (() => ({}));
    const released = withResolvers<void>();
    const started = withResolvers<Awaited<ReturnType<OwnService['start']>>>();
    const ended = spoiled.spoil(make, async ({ url, self, other }) => {
      started.resolve({
        url,
        auth: [`header:Authorization:${self}`, `header:Authorization:${other}`],
        header: `Authorization: ${self}`,
        async close() {
          released.resolve();
          await ended;
        },
      });
      await released.promise;
    });
    ended.catch(started.reject);
    return started.promise;
  },
  async stop() {
    await (await service)?.close();
    service = undefined;
  },
};

/** As `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
}
