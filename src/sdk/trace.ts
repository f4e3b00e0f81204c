// What a client tells about its requests. Never a header or a body: they hold credentials and somebody's code.
import type { Calls } from '#generated/sdk/calls.gen.js';

/** `url` is named where a redirection may have changed it; `retry` says how long it waits before it is sent again. */
export type AttemptEvent = { url?: string } & (
  | { type: 'request' }
  | { type: 'response'; status: number; requestId: string | undefined; milliseconds: number }
  | { type: 'retry'; error: unknown; delay: number }
  | { type: 'failure'; error: unknown }
);

/** One event of a call; `call` numbers the calls of one client, and `attempt` is 1 when the call is sent for the first time. */
export type LogEvent = AttemptEvent & {
  call: number;
  operation: keyof Calls;
  method: string;
  url: string;
  attempt: number;
};

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
