/** Whether a request comes from a program on this machine, and not through a proxy that happens to run here. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

export function isDirectLoopback(ctx: Context): boolean {
  return isLoopback(ctx.socket.remoteAddress) && !isForwarded(ctx.headers);
}

function isLoopback(address = ''): boolean {
  return /^(::ffff:)?127\.|^::1$/i.test(address);
}

/** A proxy says so by Forwarded (RFC 7239), by Via (RFC 9110, 7.6.3), or by one of the headers that are no standard. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  const marks = ['forwarded', 'via', 'x-real-ip'];
  return Object.keys(headers).some((name) => marks.includes(name) || name.startsWith('x-forwarded-'));
}
