/** A reporter of node:test: one line a step. What was found is printed once, by main.ts. */
import type { TestEvent } from 'node:test/reporters';

export default async function* reporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { name, skip, details } = data;
    if (details.type === 'suite') continue;
    const time = `${(details.duration_ms / 1000).toFixed(1)} s`;
    if (skip !== undefined) yield `- ${name} (not run)\n`;
    else if (type === 'test:pass') yield `✔ ${name} (${time})\n`;
    else yield `✖ ${name} (${time})${unexpected('error' in details ? details.error : undefined)}\n`;
  }
}

/** An error that is no finding is a fault of this program: then its text is needed. */
function unexpected(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return cause === undefined || cause.name === 'Findings' ? '' : `\n${cause.stack ?? cause.message}`;
}
