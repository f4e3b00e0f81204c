// What a client tells about its requests. Never a header or a body: they hold credentials and somebody's code.
import type { Calls } from '#generated/sdk/calls.gen.js';

interface Attempt {
  operation: keyof Calls;
  method: string;
  url: string;
  /** 1 for the first time that the call is sent. */
  attempt: number;
}

/** One event; `retry` says how long the call waits before it is sent again. */
export type LogEvent =
  | (Attempt & { type: 'request' })
  | (Attempt & { type: 'response'; status: number; requestId: string | undefined; milliseconds: number })
  | (Attempt & { type: 'retry'; error: unknown; delay: number })
  | (Attempt & { type: 'failure'; error: unknown });
