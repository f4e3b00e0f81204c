/** Gives every request an id and one log line, with no credentials, bodies or query. */
import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import type { Found } from '../http/route.js';
import type { Log } from '../observability/log.js';
import type { Metrics } from '../observability/metrics.js';

/** Probes ask every few seconds: of the answers that tell no news, one in so many milliseconds is logged. */
const PROBES = new Set(['getLiveness', 'getReadiness']);
const PROBES_EVERY_MS = 60_000;

/** Characters of a path: a pipe takes a line of up to 4 KB as a whole. */
const LONGEST_PATH = 1500;

/** The id of a client or a proxy is kept when it cannot harm a log line. */
const HARMLESS = /^[\w.-]{1,64}$/;

/** Sets `X-Request-Id`. */
export function identifyRequest({ headers, res }: Context): string {
  const given = headers['x-request-id'];
  const id = typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  return id;
}

/** @returns logs a request, and counts it, when it is answered or cut off */
export function makeLogRequest(log: Log, metrics: Metrics): (found: Found) => void {
  // All members of the line are named here and none is a secret, so redaction would search in vain.
  const lines = log.child({}, { redact: [] });
  const seen = new Map<string, { readonly status: number | null; readonly at: number }>();

  /** Whether a probe has just had the same answer. */
  function isRepetition(operation: string, status: number | null): boolean {
    if (!PROBES.has(operation)) return false;
    const last = seen.get(operation);
    const now = performance.now();
    if (last?.status === status && now - last.at < PROBES_EVERY_MS) return true;
    seen.set(operation, { status, at: now });
    return false;
  }

  return function logRequest(found) {
    const { ctx, id, method, path, ip, arrivedAt } = found.request;
    ctx.res.once('close', () => {
      const ms = performance.now() - arrivedAt;
      // Koa's status begins as 404, so it says nothing before the head is sent.
      const status = ctx.res.headersSent ? ctx.status : null;
      const operation = found.operation?.id ?? 'none';
      metrics.requests.observe({ method, operation, status: status ?? 'none' }, ms / 1000);
      const line = {
        request: id,
        method,
        path: path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path,
        operation,
        status,
        ms: Math.round(ms * 1e3) / 1e3,
        user: found.caller?.user?.username ?? null,
        ip,
      };
      if (!ctx.res.writableFinished) lines.warn(line, 'cut off');
      else if (!isRepetition(operation, status)) lines.info(line, 'answered');
    });
  };
}
