/** Whom the work of a request is done for: the known user, or the network that an anonymous one comes from. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import type { Sender } from '../scheduling/fair-limit.js';

/** The part of a request that tells. */
export interface Sent {
  readonly found: { readonly caller?: { readonly user: { readonly id: number } | null } };
  readonly ip: string;
}

export function senderOf({ found: { caller }, ip }: Sent): Sender {
  return caller?.user?.id ?? ipKey(ip);
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
