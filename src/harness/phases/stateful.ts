/** Follows a resource through its life: made, read, replaced, read by others, deleted, read again. */
import { type Case, isSuccess } from '../case.js';
import type { Operation } from '../document/model.js';
import { readRecord, writeJson } from '../document/parse.js';
import { plainCase, withFreshTexts } from '../generation/cases.js';
import { credentialProbes } from '../generation/coverage.js';
import { isSame, show } from '../rules/compare-data.js';
import { conditionalRequests } from '../rules/http.js';
import { followLinks, hasLinks } from '../rules/links.js';
import { findInList, listAround } from '../rules/lists.js';
import {
  createdData,
  createdWhole,
  holdUnchanged,
  refusedChanges,
  storedData,
} from '../rules/stored-data.js';
import { uniqueness } from '../rules/unique.js';
import type { Exchange, Run } from '../run.js';
import { note } from './attempt.js';
import {
  actionsOn,
  followersOf,
  hasFewNames,
  isWhole,
  Life,
  madeUpName,
  namesIn,
  obtain,
  pathFor,
  plainOn,
  type Resource,
  rename,
} from './resources.js';

/** @param producer makes what other operations' paths name, or has links */
export async function stateful(run: Run, producer: Operation): Promise<void> {
  if (hasLinks(producer)) await followLinks(run, producer);
  const followers = followersOf(run, producer);
  const [anyFollower] = followers;
  const resource = anyFollower && (await obtain(run, anyFollower));
  if (!resource?.own) return;
  const reader = readerOf(followers);
  const life = reader && new Life(run, followers, resource, reader);
  if (life) {
    // Before anything changes what was made.
    await createdData(life);
    await createdWhole(life);
  }
  // What a PUT makes within a resource is read after it.
  const makes = (operation: Operation) => Number(operation.method === 'PUT' && !isWhole(operation));
  const kept = followers
    .filter(({ method }) => method !== 'DELETE')
    .toSorted((one, other) => makes(other) - makes(one));
  // Twice: the second time each comes after all others.
  for (const operation of [...kept, ...kept]) await visit(run, operation, resource);
  for (const reader of followers.filter((one) => one.method === 'GET' && !isWhole(one)))
    await storedData(partOf(run, followers, resource, reader));
  // What the operations on it have brought into another state may be changed no more.
  const fresh = reader && (await obtain(run, reader));
  if (life) await holdRules(fresh?.own ? life.of(fresh) : life);
  if (life) await actions(life);
  if (reader) await elsewhere(run, reader, resource);
  await trespass(run, followers, resource, life);
  await remove(run, followers, resource);
  const remover = removerOf(followers);
  if (remover) await removedParts(run, followers, remover);
}

const readerOf = (followers: readonly Operation[]) =>
  followers.find((operation) => operation.method === 'GET' && isWhole(operation));

const removerOf = (followers: readonly Operation[]) =>
  followers.find((operation) => operation.method === 'DELETE' && isWhole(operation));

async function holdRules(life: Life): Promise<void> {
  await storedData(life);
  await refusedChanges(life);
  await conditionalRequests(life);
  await uniqueness(life);
}

/** What there is once within each resource, such as `/users/{id}/photo`. */
function partOf(run: Run, followers: readonly Operation[], resource: Resource, reader: Operation): Life {
  const within = followers.filter(({ path }) => path.startsWith(reader.path));
  return new Life(run, within, resource, reader);
}

/** What an operation on a resource answers of it is what a read gives: it has happened. */
async function actions(life: Life): Promise<void> {
  const { run, followers, reader } = life;
  for (const index of actionsOn(run, followers, life.resource).keys()) {
    const own = await obtain(run, reader);
    const item = own && actionsOn(run, followers, own)[index];
    if (!own || !item) continue;
    const action = item.operation;
    const acted = await run.send(item);
    note(run, [...own.exchanges, acted]);
    const read = await life.of(own).read();
    const [told, now] = [acted, read].map(({ answer }) =>
      isSuccess(answer) ? readRecord(answer) : undefined,
    );
    if (!told || !now || told.id === undefined || told.id !== now.id) continue;
    run.countCheck('stored_data_conformance');
    const name = Object.keys(told).find((one) => one in now && !isSame(told[one], now[one]));
    if (name === undefined) continue;
    const message = `${action.method} answers ${show(told[name])} for ${name}, and a read gives ${show(now[name])}.`;
    const violation = { message, pointer: action.pointer, field: `/${name}`, operation: action.label };
    run.report('stored_data_conformance', violation, [...own.exchanges, acted, read]);
  }
}

/** What is made within one resource is not within another. */
async function elsewhere(run: Run, reader: Operation, part: Resource): Promise<void> {
  const names = namesIn(reader.path);
  const above = reader.path.slice(0, reader.path.indexOf('}') + 1);
  const other = names.length > 1 ? await obtain(run, { path: above }) : undefined;
  const moved = other && rename(other.path, above, reader.path);
  const own = pathFor(part, reader);
  if (!other?.own || !moved || Object.entries(moved).every(([name, value]) => own[name] === value)) return;
  const path = { ...own, ...moved };
  await holdGone(run, [reader], { path, template: reader.path, exchanges: [], own: false }, []);
}

/** ensure_resource_availability: what was made is there. */
async function visit(run: Run, operation: Operation, resource: Resource): Promise<void> {
  const { exchanges } = resource;
  const exchange = await run.send(plainOn(run, operation, resource));
  note(run, [...exchanges, exchange]);
  // What is made within it may name something else that is not there, or be what a PUT of its own makes.
  const isOwn = !isWhole(operation) && operation.siblings.includes('PUT');
  if (operation.method === 'POST' || isOwn || !run.judges('ensure_resource_availability', operation)) return;
  if (exchange.answer.status !== 404) return;
  const violation = {
    message: 'The resource that was just created answers 404.',
    pointer: operation.pointer,
  };
  run.report('ensure_resource_availability', violation, [...exchanges, exchange]);
}

const ALLOW =
  'If they may, set checks.object_level_authorization.enabled = false for this operation in schemathesis.toml.';

/** object_level_authorization: what asks who is there, and works for the owner, is refused to somebody else. */
async function trespass(
  run: Run,
  followers: readonly Operation[],
  resource: Resource,
  life: Life | undefined,
): Promise<void> {
  if (run.target.other === undefined) return;
  const reader = readerOf(followers);
  const asked =
    reader && (await run.send({ ...plainOn(run, reader, resource), mode: 'neutral', sender: 'other' }));
  const isRead = asked !== undefined && isSuccess(asked.answer);
  for (const operation of followers.filter(({ secured }) => secured)) {
    // Who may delete leaves nothing for those who come after.
    const own = operation.method === 'DELETE' ? await obtain(run, operation) : resource;
    if (!own) continue;
    const { exchanges } = own;
    // With new texts: what is there already shows no change.
    const fresh = withFreshTexts(run.material, plainOn(run, operation, own), run.nextSeed());
    const plain = { ...fresh, mode: 'neutral' as const };
    // Being let in without credentials is another fault (ignored_auth), and hides this one.
    if (await enters(run, credentialProbes(plain), own)) continue;
    const before = await life?.read();
    const exchange = await run.send({ ...plain, sender: 'other', about: 'by another user' });
    note(run, [...exchanges, exchange]);
    if (life && before && own === resource) await holdUnchanged(life, before, exchange);
    if (!run.judges('object_level_authorization', operation)) continue;
    if (operation.method === 'GET' && isWhole(operation)) await holdList(run, operation, own, exchange);
    if (!isSuccess(exchange.answer)) continue;
    if (operation.method === 'GET' && (await isShared(run, operation, own))) continue;
    // What they can read cannot be refused as missing; that it may be refused to them is not declared.
    if (operation.method !== 'GET' && !('403' in operation.responses) && isRead) continue;
    const message = `Another user may ${operation.method} a resource of this user: ${exchange.answer.status}. ${ALLOW}`;
    const violation = { message, pointer: operation.securityPointer };
    run.report('object_level_authorization', violation, [...exchanges, exchange]);
  }
}

/** What answers another user 404 is hidden from them: a list does not show it either. */
async function holdList(run: Run, reader: Operation, own: Resource, { answer }: Exchange): Promise<void> {
  const listed = answer.status === 404 && (await findInList(run, reader, pathFor(own, reader), 'other'));
  if (!listed) return;
  const { operation } = listed.item;
  const message =
    'The list shows another user a resource of this user, which answers them 404 when they read it.';
  run.report('object_level_authorization', { message, pointer: operation.securityPointer }, [
    ...own.exchanges,
    listed,
  ]);
}

/** What another user finds in a list is theirs to read. */
async function isShared(run: Run, operation: Operation, resource: Resource): Promise<boolean> {
  const path = pathFor(resource, operation);
  const list = await listAround(run, operation, path, 'other');
  return list?.items.some((item) => writeJson(item).includes(Object.values(path).at(-1) ?? '')) === true;
}

async function enters(run: Run, probes: readonly Case[], { exchanges }: Resource): Promise<boolean> {
  for (const probe of probes) {
    const exchange = await run.send(probe);
    note(run, [...exchanges, exchange]);
    if (isSuccess(exchange.answer)) return true;
  }
  return false;
}

/** They may make it again, or say once more that it is gone (RFC 9110, 9.3.4 and 9.2.2): no proof that it is still there. */
function isReviving(operation: Operation): boolean {
  const { method, responses } = operation;
  if (method === 'POST') return isWhole(operation) || !('404' in responses);
  // A PUT that made it again would say so with 201.
  return method === 'DELETE' || (method === 'PUT' && !('404' in responses && !('201' in responses)));
}

/** use_after_free: what was deleted is gone; where nothing deletes, there is nothing under a made-up name. */
async function remove(
  run: Run,
  followers: readonly Operation[],
  resource: Resource,
  isFirst = true,
): Promise<void> {
  const { exchanges } = resource;
  const remover = removerOf(followers);
  // A PUT that made it makes it again.
  const maker = exchanges.at(-1)?.item.operation;
  const others = followers.filter((one) => one !== maker);
  const named = followers.find(isWhole);
  const name = named && !remover && !hasFewNames(run, named) ? madeUpName(run, named) : {};
  if (named && Object.keys(name).length > 0) {
    const path = { ...pathFor(resource, named), ...name };
    await holdGone(run, others, { path, template: named.path, exchanges: [], own: false }, []);
  }
  if (!remover) return;
  const reader = readerOf(followers);
  const path = pathFor(resource, remover);
  const wasListed = await findInList(run, remover, path);
  const removal = await run.send(plainOn(run, remover, resource));
  note(run, [...exchanges, removal]);
  // What was made within it may keep it: another one has nothing yet.
  const other = removal.answer.status === 409 && isFirst ? await obtain(run, remover) : undefined;
  if (other?.own) return remove(run, followers, other, false);
  if (!isSuccess(removal.answer)) return;
  await holdGone(run, others, resource, [...exchanges, removal]);
  const listed = wasListed && (await findInList(run, remover, path));
  if (!listed || !run.target.configuration.isOn('use_after_free', listed.item.operation)) return;
  // A service that shows what was deleted as such still lets it be read, or shows it in another way.
  const gone = reader && (await run.send({ ...plainOn(run, reader, resource), mode: 'neutral' }));
  const isHidden = gone
    ? [404, 410].includes(gone.answer.status)
    : listed.answer.bytes.equals(wasListed.answer.bytes);
  if (!isHidden) return;
  const message = 'The deleted resource is gone, and the list still shows it.';
  run.report('use_after_free', { message, pointer: listed.item.operation.pointer }, [
    ...exchanges,
    removal,
    listed,
  ]);
}

/** @param before the requests after which it is not there */
async function holdGone(
  run: Run,
  followers: readonly Operation[],
  resource: Resource,
  before: readonly Exchange[],
): Promise<void> {
  const isMadeUp = before.length === 0;
  const about = isMadeUp ? 'under a name that nothing has there' : 'after it was deleted';
  // Those that may make it again come last.
  for (const operation of followers.toSorted((a, b) => Number(isReviving(a)) - Number(isReviving(b)))) {
    if (isMadeUp && (isReviving(operation) || !('404' in operation.responses))) continue;
    const exchange = await run.send({ ...plainOn(run, operation, resource), mode: 'neutral', about });
    note(run, [...before, exchange]);
    if (isReviving(operation) || !run.judges(CHECK, operation)) continue;
    if (exchange.answer.status < 200 || exchange.answer.status >= 400) continue;
    const what = isMadeUp ? 'What is not there' : 'The deleted resource still';
    const message = `${what} answers ${operation.method} with ${exchange.answer.status}.`;
    run.report(CHECK, { message, pointer: operation.pointer }, [...before, exchange]);
  }
}

const CHECK = 'use_after_free';

/** @param followers the operations on the resource, of which a POST makes a part of it */
async function removedParts(run: Run, followers: readonly Operation[], remover: Operation): Promise<void> {
  for (const producer of followers.filter(({ method }) => method === 'POST')) {
    const reader = followersOf(run, producer).find(({ method }) => method === 'GET');
    if (!reader || !run.target.configuration.isOn(CHECK, reader)) continue;
    // With a whole of its own, which nothing else of the run needs.
    const part = await obtain(run, reader);
    if (!part?.own) continue;
    const whole = rename(part.path, reader.path, remover.path);
    const before = await run.send(plainCase(run.material, reader, part.path));
    const removal = await run.send(plainCase(run.material, remover, whole));
    if (!isSuccess(before.answer) || !isSuccess(removal.answer)) continue;
    const plain = plainCase(run.material, reader, part.path);
    const exchange = await run.send({ ...plain, mode: 'neutral', about: 'after the whole was deleted' });
    run.countCheck(CHECK);
    if (!isSuccess(exchange.answer)) continue;
    const message = `A part of a deleted resource still answers GET with ${exchange.answer.status}.`;
    run.report(CHECK, { message, pointer: reader.pointer }, [...part.exchanges, removal, exchange]);
  }
}
