/** A service of the corpus behind a proxy that refuses more than a few requests in each stretch of time. */

import { startProxy } from '../spoiled/proxy.js';
import type { Hunting } from './hunt.js';

export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** @returns the same service; what is over the limit gets 429 with `Retry-After` */
export function limited(service: Hunting, limit: Limit): Hunting {
  return {
    ...service,
    async start(fault) {
      const running = await service.start(fault);
      const proxy = await startProxy(running.url, { request: refuseOver(limit) });
      const close = async () => {
        await proxy.close();
        await running.close();
      };
      return { ...running, url: proxy.url, close };
    },
  };
}

function refuseOver({ requests, seconds }: Limit) {
  let [end, count] = [0, 0];
  return () => {
    const now = Date.now();
    if (now >= end) [end, count] = [now + seconds * 1000, 0];
    count += 1;
    if (count <= requests) return undefined;
    const headers = { 'retry-after': String(Math.ceil((end - now) / 1000)), 'content-type': 'text/plain' };
    return { status: 429, headers, body: Buffer.from('Too many requests') };
  };
}
