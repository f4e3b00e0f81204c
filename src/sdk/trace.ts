// What a client tells about its requests. Never a header or a body: they hold credentials and somebody's code.
import type { Calls } from '#generated/sdk/calls.gen.js';

interface About {
  /** Numbers the calls of one client. */
  call: number;
  operation: keyof Calls;
  method: string;
  url: string;
  /** 1 for the first time that the call is sent. */
  attempt: number;
}

/** One event of a call; `retry` says how long it waits before it is sent again. */
export type LogEvent =
  | (About & { type: 'request' })
  | (About & { type: 'response'; status: number; requestId: string | undefined; milliseconds: number })
  | (About & { type: 'retry'; error: unknown; delay: number })
  | (About & { type: 'failure'; error: unknown });

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
