/** Whom a request's work is done for: the known user, or the network that an anonymous one comes from. */
import type { Sender } from '../scheduling/fair-queue.js';
import { ipKey } from './ip-key.js';
import type { AuthenticatedRequest } from './phases.js';

export function senderOf({ user, ip }: Pick<AuthenticatedRequest, 'user' | 'ip'>): Sender {
  return user === null ? ipKey(ip) : user.id;
}
