/** Names and addresses of this machine, and requests of programs on it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

/** Whether a request comes from a program on this machine, and not through a proxy that happens to run here. */
export function isDirectLoopback(ctx: Context): boolean {
  return isLoopback(ctx.socket.remoteAddress ?? '') && !isForwarded(ctx.headers);
}

export function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127\..*|::1)$/i.test(host);
}

/** A proxy says so by Forwarded (RFC 7239), by Via (RFC 9110, 7.6.3), or by one of the headers that are no standard. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  const marks = ['forwarded', 'via', 'x-real-ip'];
  return Object.keys(headers).some((name) => marks.includes(name) || name.startsWith('x-forwarded-'));
}
