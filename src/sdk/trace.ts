// What a client tells about its requests. Never a header or a body: they hold credentials and somebody's code.
import type { Calls } from '#generated/sdk/calls.gen.js';

/** `attempt` is 1 for the first time that the call is sent; `retry` says how long it waits before it is sent again. */
export type AttemptEvent = { url: string; attempt: number } & (
  | { type: 'request' }
  | { type: 'response'; status: number; requestId: string | undefined; milliseconds: number }
  | { type: 'retry'; error: unknown; delay: number }
  | { type: 'failure'; error: unknown }
);

/** One event of a call; `call` numbers the calls of one client. */
export type LogEvent = AttemptEvent & { call: number; operation: keyof Calls; method: string };

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
