/** PUT and DELETE do the same when they are sent twice (RFC 9110, 9.2.2). */
import { isSuccess } from '../../answer.js';
import { readJson } from '../../checks/read-body.js';
import type { Operation } from '../../document/model.js';
import { isRecord } from '../../document/values.js';
import { plainCase } from '../../generation/examples.js';
import type { Exchange, Run } from '../../run.js';
import { rename } from '../path-names.js';
import { collectionOperation } from '../producers.js';
import { obtain, pathFor, type Resource } from '../resources.js';

const CHECK = 'idempotency_conformance';

export async function idempotency(
  run: Run,
  writers: readonly Operation[],
  resource: Resource,
): Promise<void> {
  for (const writer of writers.filter(({ method }) => method === 'PUT')) {
    if (!run.target.configuration.isOn(CHECK, writer)) continue;
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
  run.countCheck(CHECK);
  const tell = (message: string, subject: string, more: readonly Exchange[]) =>
    void run.report(CHECK, { message, pointer: writer.pointer, subject }, [
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
  if (!run.judges(CHECK, remover)) return;
  const exchange = await run.send({ ...removal.item, mode: 'neutral', about: 'the same DELETE again' });
  if (isSuccess(exchange.answer) || [404, 410, 401, 403, 412, 428].includes(exchange.answer.status)) return;
  const message = `The same DELETE got ${removal.answer.status}, and then ${exchange.answer.status}.`;
  run.report(CHECK, { message, pointer: remover.pointer, subject: 'again' }, [
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
