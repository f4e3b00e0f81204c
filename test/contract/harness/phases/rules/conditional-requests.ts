/** `ETag`, 304 and 412 fit together (RFC 9110, 8.8.3 and 13.1). */
import { isSuccess } from '../../answer.js';
import type { Operation } from '../../document/model.js';
import { plainCase } from '../../generation/examples.js';
import type { Exchange, Run } from '../../run.js';
import { pathFor, type Resource } from '../resources.js';

const CHECK = 'conditional_request_conformance';
const OTHER_TAG = '"contract-no-such-version"';

export async function conditionalRequests(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  if (!run.target.configuration.isOn(CHECK, reader)) return;
  const send = (operation: Operation, headers: Readonly<Record<string, string>>, about: string) => {
    const plain = plainCase(run.material, operation, 'stateful', pathFor(resource, operation));
    return run.send({ ...plain, mode: 'neutral', about, headers: { ...plain.headers, ...headers } });
  };
  const read = await send(reader, {}, 'without a condition');
  const { etag } = read.answer.headers;
  if (!isSuccess(read.answer) || etag === undefined) return;
  const tell = (message: string, pointer: string, exchanges: readonly Exchange[], subject: string) =>
    void run.report(CHECK, { message, pointer, subject }, [...resource.exchanges, ...exchanges]);

  run.countCheck(CHECK);
  const again = await send(reader, {}, 'without a condition, again');
  const isStable = again.answer.headers.etag === etag;
  const same = await send(reader, { 'If-None-Match': etag }, 'If-None-Match with the current ETag');
  const { '304': notModified } = reader.responses;
  if (isStable && notModified && same.answer.status !== 304)
    tell(
      `If-None-Match with the current ETag ${etag} got ${same.answer.status} instead of 304.`,
      notModified.pointer,
      [read, same],
      'same',
    );
  if (
    same.answer.status === 304 &&
    same.answer.headers.etag !== undefined &&
    !isMatch(same.answer.headers.etag, etag)
  )
    tell(
      `304 has the ETag ${same.answer.headers.etag}, and 200 had ${etag}.`,
      reader.pointer,
      [read, same],
      'tag of 304',
    );
  const other = await send(reader, { 'If-None-Match': OTHER_TAG }, 'If-None-Match with another ETag');
  if (other.answer.status === 304)
    tell('If-None-Match with another ETag got 304.', reader.pointer, [read, other], 'other');

  for (const writer of writers.filter(({ path }) => path === reader.path)) {
    const { '412': failed } = writer.responses;
    if (!failed || !['PUT', 'PATCH', 'DELETE'].includes(writer.method)) continue;
    if (!run.target.configuration.isOn(CHECK, writer)) continue;
    run.countCheck(CHECK);
    const stale = await send(writer, { 'If-Match': OTHER_TAG }, 'If-Match with another ETag');
    if (isSuccess(stale.answer))
      tell(
        `${writer.method} with an If-Match that does not match got ${stale.answer.status} instead of 412.`,
        failed.pointer,
        [read, stale],
        'stale',
      );
    if (isSuccess(stale.answer) || writer.method === 'DELETE' || etag.startsWith('W/')) continue;
    const now = await send(reader, {}, 'without a condition');
    const { etag: current } = now.answer.headers;
    if (current === undefined) continue;
    const fresh = await send(writer, { 'If-Match': current }, 'If-Match with the current ETag');
    if (fresh.answer.status === 412)
      tell(
        `${writer.method} with the current ETag ${current} got 412.`,
        failed.pointer,
        [now, fresh],
        'fresh',
      );
    if (!isSuccess(fresh.answer)) continue;
    const after = await send(reader, {}, 'after a change');
    if (after.answer.headers.etag === current && !after.answer.bytes.equals(now.answer.bytes))
      tell(
        `The body changed, but the ETag ${current} stayed the same.`,
        reader.pointer,
        [now, fresh, after],
        'unchanged',
      );
  }
}

/** Weakly (RFC 9110, 8.8.3.2): servers that compress answers change the kind. */
const isMatch = (one: string, other: string) => one.replace(/^W\//, '') === other.replace(/^W\//, '');
