/** Whom the work of a request is done for: the known user, or the network that an anonymous one comes from. */

import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
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
  const before = groups(head);
  const after = groups(tail ?? '');
  // `::` stands for all missing zeros.
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  return `${all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}

/** Whether a request comes from a program on this machine, and not through a proxy that happens to run here. */
export function isDirectLoopback(ctx: Context): boolean {
  return isLoopback(ctx.socket.remoteAddress ?? '') && !isForwarded(ctx.headers);
}

/** Names that resolvers keep to this machine (RFC 6761, 6.3). */
export const LOOPBACK_NAME = /^(.+\.)?localhost$/i;

/** Whether a request names this machine, or an ip: an attacker can point any other name here (DNS rebinding). */
export function isAskedByOwnName({ hostname }: Pick<Context, 'hostname'>): boolean {
  // HTTP/1.0 knows requests without a Host. Browsers, which could be led here, always send one.
  return hostname === '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || LOOPBACK_NAME.test(hostname);
}

export function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127\..*|::1)$/i.test(host);
}

/** A proxy says so by Forwarded (RFC 7239), by Via (RFC 9110, 7.6.3), or by one of the headers that are no standard. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  const marks = ['forwarded', 'via', 'x-real-ip'];
  return Object.keys(headers).some((name) => marks.includes(name) || name.startsWith('x-forwarded-'));
}
