// What a client tells about its requests. Never a header or a body: they hold credentials and somebody's code.
import type { Calls } from '#generated/sdk/calls.gen.js';

interface Sent {
  /** Numbers the calls of one client. */
  call: number;
  operation: keyof Calls;
  method: string;
  url: string;
  /** 1 for the first time that the call is sent. */
  attempt: number;
  /** The header `traceparent` of the call, if it has one. */
  traceparent: string | undefined;
}

/** One request of a call, and how it ended. */
export interface Attempt {
  url: string;
  /** When it was sent, in milliseconds since 1970. */
  sentAt: number;
  /** HTTP status; `undefined` when no whole answer came. */
  status?: number;
  /** Identifies the request in the service's log (`X-Request-Id`). */
  requestId?: string | undefined;
  /** Until the whole answer was there. */
  milliseconds?: number;
  /** Why it was no success. */
  error?: string;
}

/** One event; `retry` says how long the call waits before it is sent again. */
export type LogEvent =
  | (Sent & { type: 'request' })
  | (Sent & Attempt & { type: 'response' })
  | (Sent & { type: 'retry'; error: unknown; delay: number })
  | (Sent & { type: 'failure'; error: unknown });

/** Calls a function of the program. Whatever it throws or rejects with is reported, and changes no outcome. */
export async function notify<Value>(
  name: string,
  callback: ((value: Value) => unknown) | undefined,
  value: Value,
): Promise<void> {
  try {
    await callback?.(value);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: a program that is told nowhere else would never find its mistake
    console.error(`snippet-store-sdk: ${name} failed.`, error);
  }
}
