/** What of an address stands for one sender. */
import { isIPv6 } from 'node:net';

/** A subscriber of IPv6 has a network of 2^64 addresses (RFC 6177) and would have as many buckets. */
const NETWORK_GROUPS = 4;

/** @returns an IPv4 address as it is, also one mapped into IPv6; the /64 network of an IPv6 address */
export function ipKey(sender: string): string {
  // Some proxies write the port too, which every connection has another one of.
  const address = /^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(sender)?.slice(1).join('') ?? sender;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [bare = ''] = address.split('%', 1);
  const [head = '', tail] = bare.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  // `::` stands for as many zeros as are missing.
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
