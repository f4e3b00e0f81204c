/** Refuses requests for host names that are not this service's: a name that an attacker points here (DNS rebinding). */
import { isIP, isIPv6 } from 'node:net';
import type { Settings } from '../config/index.js';
import { InvalidHost } from '../errors/index.js';
import type { ApiRequest } from '../http/api-request.js';
import { isLoopback } from '../http/sender.js';

type HostSettings = Pick<Settings, 'allowedHosts' | 'baseUrl' | 'host'>;

/** Probes ask by whatever name they know. */
const EXEMPT = ['/healthz', '/readyz'];

/** Names that resolvers keep to this machine (RFC 6761, 6.3). */
const LOOPBACK_NAME = /^(.+\.)?localhost$/;

/**
 * @returns whether the service answers to a `Host`; undefined: it answers to every one. IP addresses are always allowed:
 *   no DNS answer stands behind them
 */
export function makeIsOwnHost({
  allowedHosts,
  baseUrl,
  host,
}: HostSettings): ((sent: string) => boolean) | undefined {
  const isLocal = isLoopback(host);
  if (allowedHosts.length === 0 && baseUrl === undefined && !isLocal) return undefined;
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).hostname;
  return function isOwnHost(sent) {
    const name = hostName(sent);
    if (name === undefined || isIP(name) !== 0) return name !== undefined;
    if (allowedHosts.length > 0) return allowedHosts.includes(name);
    return name === own || (isLocal && LOOPBACK_NAME.test(name));
  };
}

/** @returns the host without port, brackets and the root's dot (RFC 3986, 3.2.2); undefined when it is none */
function hostName(host: string): string | undefined {
  const [, address, name] = /^(?:\[([^\]]*)\]|([^:@[\]]+))(?::\d*)?$/.exec(host) ?? [];
  // Brackets hold an IPv6 address and nothing else.
  if (address !== undefined) return isIPv6(address) ? address : undefined;
  return name?.toLowerCase().replace(/\.$/, '');
}

/** @returns throws InvalidHost */
export function makeCheckHost(settings: HostSettings): (request: ApiRequest) => void {
  const isOwnHost = makeIsOwnHost(settings);
  if (!isOwnHost) return () => undefined;
  // Nearly every request names the same host, which need not be read anew.
  let lastOwn: string | undefined;
  return function checkHost({ ctx, path, headers }) {
    const { host: sent, 'x-forwarded-host': forwarded } = headers;
    if (sent !== undefined && sent === lastOwn && forwarded === undefined) return;
    const { host } = ctx;
    // HTTP/1.0 knows requests without a Host; browsers, which could be led here, always send one.
    const isNamed = sent !== undefined || host !== '';
    if (!isNamed || EXEMPT.includes(path)) return;
    if (!isOwnHost(host)) throw new InvalidHost();
    if (forwarded === undefined) lastOwn = sent;
  };
}
