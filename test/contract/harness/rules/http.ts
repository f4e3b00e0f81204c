/** Rules of HTTP itself: conditional requests, and Location. */
import { type Case, isSuccess } from '../case.js';
import type { Operation } from '../document/model.js';
import { bareCase, randomBody } from '../generation/cases.js';
import type { Life } from '../phases/resources.js';
import type { Exchange } from '../run.js';

const CONDITIONAL = 'conditional_request_conformance';
const OTHER_TAG = '"contract-no-such-version"';

export async function conditionalRequests(life: Life): Promise<void> {
  const { run, reader } = life;
  if (!life.isOn(CONDITIONAL, reader)) return;
  const send = (item: Case, about: string, headers: Case['headers'] = {}) =>
    life.send({ ...item, headers: { ...item.headers, ...headers } }, about);
  const read = await send(life.plain(reader), 'without a condition');
  const { etag } = read.answer.headers;
  if (!isSuccess(read.answer) || etag === undefined) return;
  const tell = (message: string, pointer: string, subject: string, shown: Exchange) =>
    life.report(CONDITIONAL, { message, pointer, subject }, read, shown);

  run.countCheck(CONDITIONAL);
  const ask = (about: string, tag: string) => send(life.plain(reader), about, { 'If-None-Match': tag });
  const again = await send(life.plain(reader), 'without a condition, again');
  const same = await ask('If-None-Match with the current ETag', etag);
  const other = await ask('If-None-Match with another ETag', OTHER_TAG);
  const { '304': notModified } = reader.responses;
  const { status } = same.answer;
  const told = status === 304 ? same.answer.headers.etag : undefined;
  if (notModified && again.answer.headers.etag === etag && status !== 304) {
    const message = `If-None-Match with the current ETag ${etag} got ${status} instead of 304.`;
    tell(message, notModified.pointer, 'same', same);
  }
  if (told !== undefined && !isMatch(told, etag))
    tell(`304 has the ETag ${told}, and 200 had ${etag}.`, reader.pointer, 'tag of 304', same);
  if (other.answer.status === 304)
    tell('If-None-Match with another ETag got 304.', reader.pointer, 'other', other);

  for (const writer of life.on('PUT', 'PATCH', 'DELETE')) {
    if (!run.judges(CONDITIONAL, writer)) continue;
    const { '412': failed } = writer.responses;
    if (failed) {
      const about = 'If-Match with another ETag';
      const stale = await send(life.fresh(writer), about, { 'If-Match': OTHER_TAG });
      if (isSuccess(stale.answer)) {
        const message = `${writer.method} with an If-Match that does not match got ${stale.answer.status} instead of 412.`;
        tell(message, failed.pointer, 'stale', stale);
        continue;
      }
    }
    if (writer.method === 'DELETE' || etag.startsWith('W/')) continue;
    await holdMissing(life, writer);
    await holdChange(life, writer);
  }
}

/** RFC 6585, 3. */
async function holdMissing(life: Life, writer: Operation): Promise<void> {
  const { '428': required } = writer.responses;
  if (!required) return;
  const item = life.fresh(writer);
  const others = Object.entries(item.headers).filter(([name]) => name.toLowerCase() !== 'if-match');
  const bare: Case = { ...item, headers: Object.fromEntries(others), probe: 'missing-header' };
  const exchange = await life.send(bare, 'without If-Match');
  if (!isSuccess(exchange.answer)) return;
  const message = `${writer.method} without If-Match got ${exchange.answer.status} instead of 428.`;
  life.report(CONDITIONAL, { message, pointer: required.pointer, subject: 'required' }, exchange);
}

/** The example may be refused. */
const TRIES = 4;

/** The current ETag lets a change through, which makes it an old one that does not. */
async function holdChange(life: Life, writer: Operation): Promise<void> {
  const { run } = life;
  const { '412': failed } = writer.responses;
  const tell = (message: string, subject: string, ...exchanges: readonly Exchange[]) =>
    life.report(CONDITIONAL, { message, pointer: failed?.pointer ?? '', subject }, ...exchanges);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = await life.read();
    const { etag: current } = now.answer.headers;
    if (current === undefined) return;
    const plain = life.fresh(writer);
    const item = tries === 0 ? plain : (randomBody(run.material, plain, run.nextSeed()) ?? plain);
    const headers = failed ? { ...item.headers, 'If-Match': current } : item.headers;
    const about = failed ? 'If-Match with the current ETag' : 'a change';
    const fresh = await life.send({ ...item, headers }, about);
    if (failed && fresh.answer.status === 412)
      return tell(`${writer.method} with the current ETag ${current} got 412.`, 'fresh', now, fresh);
    if (!isSuccess(fresh.answer)) continue;
    const after = await life.read();
    holdTag(life, now, fresh, after);
    if (after.answer.bytes.equals(now.answer.bytes)) continue;
    if (!failed || after.answer.headers.etag === current) return;
    const old = await life.send({ ...item, headers }, 'If-Match with the ETag of before a change');
    if (!isSuccess(old.answer)) return;
    const message = `${writer.method} with the ETag ${current} of before a change got ${old.answer.status} instead of 412.`;
    return tell(message, 'stale', now, fresh, after, old);
  }
  run.untried(CONDITIONAL, writer, `with a change: none of ${TRIES} was accepted`);
}

/** Whether a read, a change and another read show another ETag where the body is another one. */
export function holdTag(life: Life, now: Exchange, change: Exchange, after: Exchange): void {
  const { etag } = after.answer.headers;
  if (etag === undefined || etag !== now.answer.headers.etag || etag.startsWith('W/')) return;
  const { operation } = after.item;
  if (after.answer.bytes.equals(now.answer.bytes) || !life.isOn(CONDITIONAL, operation)) return;
  const message = `The body changed, but the ETag ${etag} stayed the same.`;
  const violation = { message, pointer: operation.pointer, subject: 'unchanged' };
  life.report(CONDITIONAL, violation, now, change, after);
}

/** Weakly (RFC 9110, 8.8.3.2): servers that compress answers change the kind. */
const isMatch = (one: string, other: string) => one.replace(/^W\//, '') === other.replace(/^W\//, '');

const LOCATION = 'location_conformance';
const MISSING = [404, 405, 410];

export async function location(life: Life): Promise<void> {
  const maker = life.resource.exchanges.at(-1);
  if (maker?.answer.status !== 201) return;
  const { operation } = maker.item;
  const { location: given } = maker.answer.headers;
  if (given === undefined || !life.run.judges(LOCATION, operation)) return;
  const base = new URL(maker.request.target, life.run.target.url).href;
  const pointer = `${operation.responses[201]?.pointer ?? operation.pointer}/headers/Location`;
  const tell = (message: string, subject: string, ...more: readonly Exchange[]) =>
    life.report(LOCATION, { message, pointer, subject, operation: operation.label }, ...more);
  if (!URL.canParse(given, base)) return tell(`Location: ${given} is not a URL.`, 'unreadable');
  // Behind a proxy a service may know itself by another name: its path counts.
  const { pathname, search } = new URL(given, base);
  const reader = { ...life.reader, path: pathname, basePath: '' };
  const bare = bareCase(life.run.material, reader, {});
  const query = [...new URLSearchParams(search)];
  const exchange = await life.send({ ...bare, query }, 'the address in Location');
  const { status } = exchange.answer;
  if (MISSING.includes(status)) tell(`Location: ${given} answers GET with ${status}.`, 'missing', exchange);
}
