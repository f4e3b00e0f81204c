/** Rules of HTTP itself: conditional requests, and Location. */
import { type Case, isSuccess } from '../case.js';
import { asRecord, type Operation } from '../document/model.js';
import { readRecord } from '../document/parse.js';
import { bareCase, plainCase, randomBody } from '../generation/cases.js';
import { note } from '../phases/attempt.js';
import type { Life } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';
import { holdUnchanged } from './stored-data.js';

const CONDITIONAL = 'conditional_request_conformance';
const OTHER_TAG = '"contract-no-such-version"';

/** What has an ETag is sent once: as long as it stays, 304 says so. */
export async function conditionalReads(run: Run, operation: Operation, path: Case['path']): Promise<void> {
  if (operation.method !== 'GET' || !run.target.configuration.isOn(CONDITIONAL, operation)) return;
  const plain: Case = { ...plainCase(run.material, operation, path), mode: 'neutral' };
  const read = await run.send(plain);
  const { etag } = read.answer.headers;
  if (!isSuccess(read.answer) || etag === undefined) return;
  const tell = (message: string, pointer: string, subject: string, shown: Exchange) =>
    run.report(CONDITIONAL, { message, pointer, subject }, [read, shown]);
  run.countCheck(CONDITIONAL);
  const ask = (tag: string) => run.send({ ...plain, headers: { ...plain.headers, 'If-None-Match': tag } });
  const again = await run.send(plain);
  const [same, other] = [await ask(etag), await ask(OTHER_TAG)];
  const { '304': notModified } = operation.responses;
  const { status } = same.answer;
  if (notModified && again.answer.headers.etag === etag && status !== 304)
    tell(
      `If-None-Match with the current ETag ${etag} got ${status} instead of 304.`,
      notModified.pointer,
      'same',
      same,
    );
  if (other.answer.status === 304)
    tell('If-None-Match with another ETag got 304.', operation.pointer, 'other', other);
}

export async function conditionalRequests(life: Life): Promise<void> {
  const { run, reader } = life;
  const read = await life.read();
  const { etag } = read.answer.headers;
  if (!life.isOn(CONDITIONAL, reader) || !isSuccess(read.answer) || etag === undefined) return;
  for (const writer of life.on('PUT', 'PATCH', 'DELETE')) {
    if (!run.judges(CONDITIONAL, writer)) continue;
    const { '412': failed } = writer.responses;
    if (failed) {
      const before = await life.read();
      const item = life.fresh(writer);
      const headers = { ...item.headers, 'If-Match': OTHER_TAG };
      const stale = await life.send({ ...item, headers }, 'If-Match with another ETag');
      if (isSuccess(stale.answer)) {
        const message = `${writer.method} with an If-Match that does not match got ${stale.answer.status} instead of 412.`;
        life.report(CONDITIONAL, { message, pointer: failed.pointer, subject: 'stale' }, read, stale);
        continue;
      }
      await holdUnchanged(life, before, stale);
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
    note(run, [...life.resource.exchanges, now]);
    note(run, [...life.resource.exchanges, now, fresh, after]);
    if (after.answer.bytes.equals(now.answer.bytes)) continue;
    if (!failed || after.answer.headers.etag === current) return;
    const old = await life.send({ ...item, headers }, 'If-Match with the ETag of before a change');
    if (!isSuccess(old.answer)) return;
    const message = `${writer.method} with the ETag ${current} of before a change got ${old.answer.status} instead of 412.`;
    return tell(message, 'stale', now, fresh, after, old);
  }
  run.untried(CONDITIONAL, writer, `with a change: none of ${TRIES} was accepted`);
}

const LOCATION = 'location_conformance';
const MISSING = [404, 405, 410];

/** @param maker a request that made something */
export async function location(run: Run, maker: Exchange): Promise<void> {
  const { operation } = maker.item;
  const { location: given } = maker.answer.headers;
  if (maker.answer.status !== 201 || given === undefined || !run.judges(LOCATION, operation)) return;
  const base = new URL(maker.request.target, run.target.url).href;
  const pointer = `${operation.responses[201]?.pointer ?? operation.pointer}/headers/Location`;
  const tell = (message: string, subject: string, ...more: readonly Exchange[]) =>
    run.report(LOCATION, { message, pointer, subject, operation: operation.label }, [maker, ...more]);
  if (!URL.canParse(given, base)) return void tell(`Location: ${given} is not a URL.`, 'unreadable');
  // Behind a proxy a service may know itself by another name: its path counts.
  const { pathname, search } = new URL(given, base);
  const there = { ...operation, method: 'GET', path: pathname, basePath: '', parameters: [] };
  const query = [...new URLSearchParams(search)];
  const about = 'the address in Location';
  const exchange = await run.send({ ...bareCase(run.material, there, {}), mode: 'neutral', query, about });
  const { status } = exchange.answer;
  if (MISSING.includes(status)) tell(`Location: ${given} answers GET with ${status}.`, 'missing', exchange);
  const [made, read] = [maker, exchange].map(({ answer }) => asRecord(readRecord(answer)).id);
  if (made !== undefined && read !== undefined && made !== read)
    tell(`Location: ${given} leads to ${read}, and ${made} was made.`, 'another', exchange);
}
