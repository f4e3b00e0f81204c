/** Whom a request's work is done for: the known user, or the network that an anonymous one comes from. */
import type { Sender } from '../../scheduling/fair-queue.js';
import type { ApiRequest } from './api-request.js';
import { ipKey } from './ip-key.js';

export function senderOf({ found: { caller }, ip }: Pick<ApiRequest, 'found' | 'ip'>): Sender {
  return caller?.user?.id ?? ipKey(ip);
}
