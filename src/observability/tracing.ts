/** Sends spans of requests, store and highlighter to a collector of OpenTelemetry. Loaded only where there is one. */
import {
  type Attributes,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { release } from '../config/release.js';
import { withTimeout } from '../scheduling/with-timeout.js';
import { makeFaultLog } from './fault-log.js';
import type { Log } from './log.js';
import type { Tracing } from './trace-context.js';

const SEND_EVERY_MS = 1_000;
/** Spans of the last seconds are given up when the collector takes longer at the stop. */
const LAST_SPANS_MS = 2_000;

const propagator = new W3CTraceContextPropagator();

export interface RunningTracing extends Tracing {
  /** @returns the store with a span for each operation that a request asks for */
  traceStore<S extends TracedStore>(store: S): S;
  traceHighlighter<H extends { highlight: Method }>(highlighter: H): H;
  /** Sends the spans that wait. */
  close(): Promise<void>;
}

interface TracedStore {
  readonly kind: string;
  readonly definitions: Readonly<Record<string, { readonly name: string } | undefined>>;
}

/** A method whose parameters are passed on as they are. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of any method are assignable to it
type Method = (...given: any[]) => unknown;

/** @param endpoint the URL of the collector, to which the path of OTLP is added */
export function startTracing(endpoint: string, log: Log): RunningTracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'snippet-store', 'service.version': release }).merge(
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: makeExporter(`${endpoint}/v1/traces`, log),
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('snippet-store', release);
  return {
    begin(method, path, headers) {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'url.path': path };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
      const { traceId, spanId } = span.spanContext();
      return {
        ids: { trace_id: traceId, span_id: spanId },
        run: (work) => context.with(trace.setSpan(caller, span), work),
        end(route, status) {
          if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
          if (status !== null) span.setAttribute('http.response.status_code', status);
          if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceStore: (store) => traceStore(store, tracer),
    traceHighlighter: (highlighter) =>
      replaceMethods(highlighter, {
        highlight: inSpan(tracer, 'highlight', {}, highlighter.highlight),
      }),
    close: () => withTimeout(LAST_SPANS_MS, provider.shutdown(), undefined),
  };
}

/** Tells once when the collector is away, and once when it is back. */
function makeExporter(url: string, log: Log): OTLPTraceExporter {
  const fault = makeFaultLog(
    log,
    'traces are lost: the collector does not take them',
    'traces are sent again',
  );
  const exporter = new OTLPTraceExporter({ url });
  const send = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) fault.ends();
      else fault.begins({ reason: String(result.error?.message) });
      done(result);
    });
  return exporter;
}

/** The method, in a span of its own below that of the request. Work of no request has no span. */
function inSpan(
  tracer: Tracer,
  name: string,
  attributes: Attributes,
  method: Method,
  kind = SpanKind.INTERNAL,
): Method {
  return (...given) => {
    if (trace.getActiveSpan() === undefined) return method(...given);
    return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
      try {
        return await method(...given);
      } catch (error) {
        // The message may hold what a user has sent.
        const type = error instanceof Error ? error.name : 'unknown';
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

/** Where the methods of a collection take options, which may have a comment for MongoDB's log and profiler. */
const OPTIONS_AT: Readonly<Record<string, number>> = {
  find: 1,
  findOne: 1,
  insertOne: 1,
  updateOne: 2,
  findOneAndUpdate: 2,
  deleteOne: 1,
  deleteMany: 1,
  countDocuments: 1,
};
/** Methods of the store that take a collection, or its name, first. Those that write serve several requests at once. */
const STORE_METHODS = { readMany: 2, insertExpiring: undefined, insertNext: undefined };

function traceStore<S extends TracedStore>(store: S, tracer: Tracer): S {
  const system = store.kind === 'mongodb' ? 'mongodb' : 'sqlite';
  const originals = new Map<unknown, unknown>();

  const traced = (
    target: object,
    method: string,
    collection: string,
    optionsAt: number | undefined,
  ): Method => {
    const attributes = {
      'db.system.name': system,
      'db.operation.name': method,
      'db.collection.name': collection,
    };
    const call: Method = (...given) => {
      if (optionsAt !== undefined && system === 'mongodb')
        given[optionsAt] = { ...given[optionsAt], comment: traceComment() };
      const result = Reflect.get(target, method).apply(target, given);
      return method === 'find' ? result.toArray() : result;
    };
    return inSpan(tracer, `${method} ${collection}`, attributes, call, SpanKind.CLIENT);
  };

  const collections = Object.entries(store.definitions).map(([key, definition]) => {
    const collection: object = Reflect.get<object, string>(store, key);
    const name = definition?.name ?? key;
    const methods = Object.entries(OPTIONS_AT).map(([method, at]) => [
      method,
      traced(collection, method, name, at),
    ]);
    const { find, ...others } = Object.fromEntries(methods);
    const copy = replaceMethods(collection, {
      ...others,
      // What a cursor reads is asked for by its only method.
      find: (...given: unknown[]) => ({ toArray: () => find(...given) }),
    });
    originals.set(copy, collection);
    return [key, copy];
  });
  const methods = Object.entries(STORE_METHODS).map(([method, at]) => [
    method,
    (first: { collectionName: string } | string, ...others: unknown[]) => {
      const name = typeof first === 'string' ? first : first.collectionName;
      return traced(store, method, name, at)(originals.get(first) ?? first, ...others);
    },
  ]);
  return replaceMethods(store, Object.fromEntries([...collections, ...methods]));
}

/** In the form of sqlcommenter, which collectors of database logs read. */
function traceComment(): string {
  const carrier: Record<string, string> = {};
  propagator.inject(context.active(), carrier, defaultTextMapSetter);
  return Object.entries(carrier)
    .map(([name, value]) => `${name}='${encodeURIComponent(value)}'`)
    .join(',');
}

/** The same object, except for some members. */
function replaceMethods<T extends object>(target: T, members: Readonly<Record<string, unknown>>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
