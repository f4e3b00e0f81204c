/** The service behind proxies that spoil it, one after the other. */
import { readCredential } from '../harness/credentials.js';
import { startService } from '../start-service.js';
import { startProxy } from './proxy.js';
import type { Credentials, MakeFault } from './spoiling.js';

export interface SpoiledTarget extends Credentials {
  readonly url: string;
}

export interface SpoiledService {
  /** Lets `use` meet the service with one fault, and clears away what it left behind. */
  spoil(make: MakeFault, use: (target: SpoiledTarget) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startSpoiled(): Promise<SpoiledService> {
  const service = await startService();
  const credentials = {
    self: readCredential(service.auth).value,
    other: readCredential(service.otherAuth).value,
  };
  return {
    async spoil(make, use) {
      const proxy = await startProxy(service.url, make(credentials));
      try {
        await use({ url: proxy.url, ...credentials });
      } finally {
        await proxy.close();
        await service.reset();
      }
    },
    close: () => service.close(),
  };
}
