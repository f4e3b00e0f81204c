/** Whom a request's work is done for: the known user, or the network that an anonymous one comes from. */
import type { Sender } from '../scheduling/fair-queue.js';
import type { ApiRequest } from './api-request.js';
import { ipKey } from './ip-key.js';

export function senderOf({ user, ip }: Pick<ApiRequest, 'user' | 'ip'>): Sender {
  return user === null ? ipKey(ip) : user.id;
}
