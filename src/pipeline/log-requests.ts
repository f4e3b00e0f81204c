/** Gives every request an id and one log line, with no credentials, bodies or query. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Settings } from '../config/index.js';
import { ApiRequest } from '../http/api-request.js';
import type { Log } from '../observability/log.js';
import type { Metrics } from '../observability/metrics.js';

/** Probes ask every few seconds: of the answers that tell no news, one in so many milliseconds is logged. */
const PROBES = new Set(['getLiveness', 'getReadiness']);
const PROBES_EVERY_MS = 60_000;

/** Characters of a path: a pipe takes a line of up to 4 KB as a whole. */
const LONGEST_PATH = 1500;

/** The id of a client or a proxy is kept when it cannot harm a log line. */
const HARMLESS = /^[\w.-]{1,64}$/;

/** The request is in `ctx.state.request` from here on. */
export function logRequests(settings: Settings, log: Log, metrics: Metrics): Middleware {
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

  return function logRequest(ctx, next) {
    const given = ctx.headers['x-request-id'];
    const id = typeof given === 'string' && HARMLESS.test(given) ? given : randomUUID();
    ctx.res.setHeader('X-Request-Id', id);
    const request = new ApiRequest(ctx, id, settings);
    ctx.state.request = request;
    ctx.res.once('close', () => {
      const { method, path, found, ip, arrivedAt } = request;
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
    return next();
  };
}
