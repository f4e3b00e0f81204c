/** Who is asking, and whom the work is done for: the known user, or the network that an anonymous one comes from. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import type { Grant, User } from '../extension.js';
import type { Sender } from '../scheduling/fair-limit.js';

/** Who is asking, and by what. */
export interface Caller {
  /** null is the anonymous user. */
  readonly user: User | null;
  /** The auth value of the scheme that succeeded. */
  readonly auth: unknown;
  /** The scopes that limit the credential. undefined: it is not limited. */
  readonly grant: Grant | undefined;
  /** The epoch of the user's logins that the credential belongs to. undefined: its scheme knows none. */
  readonly logins: number | undefined;
}

export const ANONYMOUS: Caller = { user: null, auth: null, grant: undefined, logins: undefined };

/** The part of what is found that tells. */
export interface Sent {
  readonly request: { readonly ip: string };
  readonly caller?: Pick<Caller, 'user'>;
}

export function senderOf({ request, caller }: Sent): Sender {
  return caller?.user?.id ?? ipKey(request.ip);
}

/** An IPv6 subscriber has 2^64 ips (RFC 6177), and would otherwise have as many buckets. */
const NETWORK_GROUPS = 4;

/** @returns an IPv4 ip unchanged, also if it is mapped into IPv6; the /64 network of an IPv6 ip */
export function ipKey(sender: string): string {
  // Some proxies add the port, which differs for every connection.
  const address = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(sender)?.slice(1).join('') ?? sender;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%', 1);
  const [head = '', tail] = bare.split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  // `::` stands for all missing zeros.
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(tail)];
  const network = all.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

export const isLoopback = (host: string): boolean => /^(localhost|(::ffff:)?127\..*|::1)$/i.test(host);

/**
 * Whether a request comes from a program on this machine, and not through a proxy that happens to run here. A proxy says
 * so by Forwarded (RFC 7239), by Via (RFC 9110, 7.6.3), or by one of the headers that are no standard.
 */
export function isDirectLoopback({ socket, headers }: Context): boolean {
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers);
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  const marks = ['forwarded', 'via', 'x-real-ip'];
  return Object.keys(headers).some((name) => marks.includes(name) || name.startsWith('x-forwarded-'));
}
