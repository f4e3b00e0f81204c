/** Each step when it ends, and below it what it found, which newer reporters of Node.js keep for the end. */
import type { TestEvent } from 'node:test/reporters';

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic') yield `ℹ ${data.message}\n`;
    if (type === 'test:pass' && data.skip === undefined) yield `✔ ${data.name}\n`;
    if (type === 'test:pass' && data.skip !== undefined) yield `- ${data.name}: ${data.skip}\n`;
    if (type !== 'test:fail') continue;
    const { cause, message } = data.details.error;
    const found = cause instanceof Error ? (cause.stack ?? cause.message) : message;
    yield `✖ ${data.name}\n  ${found.replaceAll('\n', '\n  ')}\n`;
  }
}
