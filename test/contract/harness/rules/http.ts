/** Rules of HTTP itself: conditional requests, idempotency, Location. */
import { type Case, isSuccess } from '../case.js';
import { isRecord, type Operation } from '../document/model.js';
import { readJson } from '../document/parse.js';
import { bareCase, plainCase, randomBody, withFreshTexts } from '../generation/cases.js';
import { readIdentity, rename } from '../phases/read-identity.js';
import { collectionOperation, obtain, pathFor, type Resource } from '../phases/resources.js';
import type { Exchange, Run } from '../run.js';

const CONDITIONAL = 'conditional_request_conformance';
const OTHER_TAG = '"contract-no-such-version"';

export async function conditionalRequests(
  run: Run,
  reader: Operation,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  if (!run.target.configuration.isOn(CONDITIONAL, reader)) return;
  const send = (operation: Operation, headers: Readonly<Record<string, string>>, about: string) => {
    const plain = plainCase(run.material, operation, 'stateful', pathFor(resource, operation));
    // What is there already changes nothing.
    const changed = withFreshTexts(run.material, plain, run.nextSeed());
    return run.send({ ...changed, mode: 'neutral', about, headers: { ...plain.headers, ...headers } });
  };
  const read = await send(reader, {}, 'without a condition');
  const { etag } = read.answer.headers;
  if (!isSuccess(read.answer) || etag === undefined) return;
  const tell = (message: string, pointer: string, exchanges: readonly Exchange[], subject: string) =>
    void run.report(CONDITIONAL, { message, pointer, subject }, [...resource.exchanges, ...exchanges]);

  run.countCheck(CONDITIONAL);
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
    if (!['PUT', 'PATCH', 'DELETE'].includes(writer.method)) continue;
    if (!run.target.configuration.isOn(CONDITIONAL, writer)) continue;
    run.countCheck(CONDITIONAL);
    const stale = failed && (await send(writer, { 'If-Match': OTHER_TAG }, 'If-Match with another ETag'));
    if (failed && stale && isSuccess(stale.answer))
      tell(
        `${writer.method} with an If-Match that does not match got ${stale.answer.status} instead of 412.`,
        failed.pointer,
        [read, stale],
        'stale',
      );
    if ((stale && isSuccess(stale.answer)) || writer.method === 'DELETE' || etag.startsWith('W/')) continue;
    await holdMissing(run, writer, resource);
    await holdChange(run, reader, writer, resource);
  }
}

/** RFC 6585, 3. */
async function holdMissing(run: Run, writer: Operation, resource: Resource): Promise<void> {
  const { '428': required } = writer.responses;
  if (!required) return;
  const { headers, ...plain } = plainOn(run, writer, resource);
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'if-match');
  const about = 'without If-Match';
  const changed = { ...plain, headers: Object.fromEntries(others), mode: 'neutral', about } as const;
  const exchange = await run.send({ ...changed, probe: 'missing-header' });
  if (!isSuccess(exchange.answer)) return;
  const message = `${writer.method} without If-Match got ${exchange.answer.status} instead of 428.`;
  const violation = { message, pointer: required.pointer, subject: 'required' };
  run.report(CONDITIONAL, violation, [...resource.exchanges, exchange]);
}

/** What is there already changes nothing. */
const plainOn = (run: Run, operation: Operation, resource: Resource) =>
  withFreshTexts(
    run.material,
    plainCase(run.material, operation, 'stateful', pathFor(resource, operation)),
    run.nextSeed(),
  );

/** The example may be refused. */
const TRIES = 4;

/** The current ETag lets a change through, which makes it an old one that does not. */
async function holdChange(run: Run, reader: Operation, writer: Operation, resource: Resource): Promise<void> {
  const read = () => run.send({ ...plainOn(run, reader, resource), mode: 'neutral' });
  const { '412': failed } = writer.responses;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const now = await read();
    const { etag: current } = now.answer.headers;
    if (current === undefined) return;
    const plain = plainOn(run, writer, resource);
    const item = tries === 0 ? plain : (randomBody(run.material, plain, run.nextSeed()) ?? plain);
    const withTag = (about: string) => {
      const headers = failed ? { ...item.headers, 'If-Match': current } : item.headers;
      return run.send({ ...item, mode: 'neutral', about, headers });
    };
    const fresh = await withTag(failed ? 'If-Match with the current ETag' : 'a change');
    if (failed && fresh.answer.status === 412) {
      const message = `${writer.method} with the current ETag ${current} got 412.`;
      const violation = { message, pointer: failed.pointer, subject: 'fresh' };
      run.report(CONDITIONAL, violation, [...resource.exchanges, now, fresh]);
      return;
    }
    if (!isSuccess(fresh.answer)) continue;
    const after = await read();
    holdTag(run, [...resource.exchanges, now, fresh, after]);
    if (after.answer.bytes.equals(now.answer.bytes)) continue;
    if (!failed || after.answer.headers.etag === current) return;
    const old = await withTag('If-Match with the ETag of before a change');
    if (!isSuccess(old.answer)) return;
    const message = `${writer.method} with the ETag ${current} of before a change got ${old.answer.status} instead of 412.`;
    const violation = { message, pointer: failed.pointer, subject: 'stale' };
    run.report(CONDITIONAL, violation, [...resource.exchanges, now, fresh, after, old]);
    return;
  }
  run.untried(CONDITIONAL, writer, `with a change: none of ${TRIES} was accepted`);
}

/** @param exchanges of which the last three are a read, a change and another read */
export function holdTag(run: Run, exchanges: readonly Exchange[]): void {
  const [now, , after] = exchanges.slice(-3);
  const etag = after?.answer.headers.etag;
  if (!now || !after || etag === undefined || etag !== now.answer.headers.etag || etag.startsWith('W/'))
    return;
  const { operation } = after.item;
  if (after.answer.bytes.equals(now.answer.bytes) || !run.target.configuration.isOn(CONDITIONAL, operation))
    return;
  const message = `The body changed, but the ETag ${etag} stayed the same.`;
  run.report(CONDITIONAL, { message, pointer: operation.pointer, subject: 'unchanged' }, exchanges);
}

/** Weakly (RFC 9110, 8.8.3.2): servers that compress answers change the kind. */
const isMatch = (one: string, other: string) => one.replace(/^W\//, '') === other.replace(/^W\//, '');

const IDEMPOTENCY = 'idempotency_conformance';

export async function idempotency(
  run: Run,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  for (const writer of writers.filter(({ method }) => method === 'PUT')) {
    if (!run.target.configuration.isOn(IDEMPOTENCY, writer)) continue;
    // A resource to which nobody has sent this PUT yet.
    const fresh = resource.own ? await obtain(run, writer, 'stateful') : undefined;
    await putTwice(run, writer, fresh ?? resource);
  }
}

async function putTwice(run: Run, writer: Operation, resource: Resource): Promise<void> {
  const plain = plainCase(run.material, writer, 'stateful', pathFor(resource, writer));
  const first = await run.send({ ...plain, mode: 'neutral' });
  if (!isSuccess(first.answer)) return;
  const before = await listed(run, writer, resource);
  const second = await run.send({ ...plain, mode: 'neutral', about: 'the same PUT again' });
  const after = await listed(run, writer, resource);
  run.countCheck(IDEMPOTENCY);
  const tell = (message: string, subject: string, more: readonly Exchange[]) =>
    void run.report(IDEMPOTENCY, { message, pointer: writer.pointer, subject }, [
      ...resource.exchanges,
      first,
      second,
      ...more,
    ]);
  if (!isSuccess(second.answer))
    tell(`The same PUT got ${first.answer.status}, and then ${second.answer.status}.`, 'status', []);
  else if (second.answer.status === 201)
    tell('The same PUT created something (201) when it was sent again.', 'created', []);
  else if (before !== undefined && after !== undefined && after.count > before.count)
    tell(`The list had ${before.count} items, and ${after.count} after the same PUT again.`, 'more', [
      after.exchange,
    ]);
}

/** @param removal the first DELETE of what is sent again */
export async function deleteAgain(
  run: Run,
  remover: Operation,
  resource: Resource,
  removal: Exchange,
): Promise<void> {
  if (!run.judges(IDEMPOTENCY, remover)) return;
  const exchange = await run.send({ ...removal.item, mode: 'neutral', about: 'the same DELETE again' });
  if (isSuccess(exchange.answer) || [404, 410, 401, 403, 412, 428].includes(exchange.answer.status)) return;
  const message = `The same DELETE got ${removal.answer.status}, and then ${exchange.answer.status}.`;
  run.report(IDEMPOTENCY, { message, pointer: remover.pointer, subject: 'again' }, [
    ...resource.exchanges,
    removal,
    exchange,
  ]);
}

/** How many items the list around the resource has; undefined when it has parts, or there is none. */
async function listed(run: Run, writer: Operation, resource: Resource) {
  const list = collectionOperation(run, writer.path, 'GET');
  if (!list) return undefined;
  const path = rename(pathFor(resource, writer), writer.path, list.path);
  const exchange = await run.send({ ...plainCase(run.material, list, 'stateful', path), mode: 'neutral' });
  const body = readJson(exchange.answer);
  const items = isRecord(body) ? Object.values(body).find(Array.isArray) : body;
  if (!isSuccess(exchange.answer) || !Array.isArray(items) || exchange.answer.headers.link !== undefined)
    return undefined;
  return { count: items.length, exchange };
}

const LOCATION = 'location_conformance';
const CREATED = 201;
const MISSING = [404, 405, 410];

/** @param reader the GET on what was made */
export async function location(run: Run, reader: Operation, resource: Resource): Promise<void> {
  const { exchanges } = resource;
  const maker = exchanges.at(-1);
  if (!maker || maker.answer.status !== CREATED) return;
  const { location: given } = maker.answer.headers;
  if (given === undefined || !run.target.configuration.isOn(LOCATION, maker.item.operation)) return;
  const { url } = run.target;
  const base = new URL(maker.request.target, url).href;
  const pointer = `${maker.item.operation.responses[CREATED]?.pointer ?? maker.item.operation.pointer}/headers/Location`;
  const tell = (message: string, subject: string, more: readonly Exchange[]) =>
    void run.report(LOCATION, { message, pointer, subject, operation: maker.item.operation.label }, [
      ...exchanges,
      ...more,
    ]);
  run.countCheck(LOCATION);
  if (!URL.canParse(given, base)) return tell(`Location: ${given} is not a URL.`, 'unreadable', []);
  const target = new URL(given, base);
  // Behind a proxy a service may know itself by another name: its path counts.
  const exchange = await run.send(readAt(run, reader, target));
  if (!MISSING.includes(exchange.answer.status)) return;
  if (await isMissingAnyway(run, reader, resource)) return;
  tell(`Location: ${given} answers GET with ${exchange.answer.status}.`, 'missing', [exchange]);
}

/**
 * Whether the resource cannot be read at its own address either: then the fault is not in `Location`, and
 * ensure_resource_availability names the operation to correct.
 */
async function isMissingAnyway(run: Run, reader: Operation, resource: Resource): Promise<boolean> {
  const maker = resource.exchanges.at(-1);
  if (!maker || !run.target.configuration.isOn('ensure_resource_availability', reader)) return false;
  const path = pathFor(resource, reader);
  const around = rename(maker.item.path, maker.item.operation.path, reader.path);
  const named = readIdentity(maker, reader, around, { trustsLocation: false });
  // A name that only Location tells proves nothing about it.
  if (!named || Object.entries(named).some(([name, value]) => path[name] !== value)) return false;
  const plain = plainCase(run.material, reader, 'stateful', path);
  const { answer } = await run.send({ ...plain, mode: 'neutral' });
  return answer.status === 404;
}

/** The address as it stands, whatever the paths of the document are. */
function readAt(run: Run, reader: Operation, { pathname, search }: URL): Case {
  const operation = { ...reader, path: decodeURI(pathname), basePath: '' };
  const query = [...new URLSearchParams(search)];
  const about = 'the address in Location';
  return { ...bareCase(run.material, operation, 'stateful', {}), operation, query, mode: 'neutral', about };
}
