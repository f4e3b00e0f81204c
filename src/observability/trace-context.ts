/** The trace that a request belongs to, as its client or proxy names it (W3C Trace Context, 3.2). */

export interface TraceContext {
  readonly trace_id: string;
  /** The span of the caller. */
  readonly span_id: string;
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
