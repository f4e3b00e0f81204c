/** The trace that a request belongs to, as its client or proxy names it (W3C Trace Context, 3.2). */
import type { IncomingHttpHeaders } from 'node:http';

export interface TraceContext {
  readonly trace_id: string;
  /** The span of the service; without `Tracing` that of the caller. */
  readonly span_id: string;
}

/** The span of one request. */
export interface RequestSpan {
  readonly ids: TraceContext;
  /** What the work does at the store and the highlighter are spans below this one. */
  run<T>(work: () => T): T;
  /** @param route the path of the contract; @param status null: nothing was answered */
  end(route: string | undefined, status: number | null): void;
}

/** Traces for OpenTelemetry (`tracing.ts`). A deployment without a collector has none. */
export interface Tracing {
  begin(method: string, path: string, headers: IncomingHttpHeaders): RequestSpan;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** @returns undefined without a valid `traceparent`, which is then ignored (3.2.2.5) */
export function readTraceContext(traceparent: string | string[] | undefined): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [whole, trace_id, span_id, further] = TRACEPARENT.exec(traceparent) ?? [];
  if (trace_id === undefined || span_id === undefined) return undefined;
  // Version 00 has no further fields.
  return whole?.startsWith('00') && further !== undefined ? undefined : { trace_id, span_id };
}
