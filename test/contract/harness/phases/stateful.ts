/** Follows a resource through its life: made, read, replaced, read by others, deleted, read again. */
import fc from 'fast-check';
import { isSuccess } from '../answer.js';
import type { Case } from '../case.js';
import type { Operation } from '../document/model.js';
import { plainCase } from '../generation/examples.js';
import { credentialProbes } from '../generation/probes.js';
import type { Exchange, Run } from '../run.js';
import { note } from './attempt.js';
import { obtain, producerOf, type Resource } from './resources.js';

/** Lives per producer. */
const LIVES = 8;
const STEPS = 6;

/** @param producer a POST that makes what other operations' paths name */
export async function stateful(run: Run, producer: Operation): Promise<void> {
  const followers = run
    .operations()
    .filter((operation) => operation.path.includes('{') && producerOf(run, operation) === producer);
  if (followers.length === 0) return;
  const kept = followers.filter(({ method }) => method !== 'DELETE');
  const steps = fc.nat({ max: Math.max(kept.length - 1, 0) }).map((index) => kept[index]);
  const walks = fc
    .array(steps, { maxLength: STEPS })
    .map((walk) => walk.filter((step) => step !== undefined));
  for (const walk of fc.sample(walks, { seed: run.target.configuration.seed, numRuns: LIVES })) {
    await live(run, followers, [...kept, ...walk]);
  }
}

async function live(run: Run, followers: readonly Operation[], walk: readonly Operation[]): Promise<void> {
  const [anyFollower] = followers;
  const resource = anyFollower && (await obtain(run, anyFollower, 'stateful'));
  if (!resource?.own) return;
  let past = [...resource.exchanges];
  for (const operation of walk) past = [...past, await visit(run, operation, resource, past)];
  await trespass(run, followers, resource, past);
  await remove(run, followers, resource, past);
}

/** ensure_resource_availability: what was made is there. */
async function visit(
  run: Run,
  operation: Operation,
  { path }: Resource,
  past: readonly Exchange[],
): Promise<Exchange> {
  const exchange = await run.send(plainCase(run.material, operation, 'stateful', path));
  const exchanges = [...past.slice(0, 1), exchange];
  note(run, exchanges);
  if (exchange.answer.status === 404 && has(run, 'ensure_resource_availability')) {
    const message = 'What was just created answers 404.';
    run.report('ensure_resource_availability', { message, pointer: operation.pointer }, exchanges);
  }
  return exchange;
}

/** object_level_authorization: what asks who is there, and works for the owner, is refused to somebody else. */
async function trespass(
  run: Run,
  followers: readonly Operation[],
  { path }: Resource,
  past: readonly Exchange[],
): Promise<void> {
  if (run.target.other === undefined) return;
  for (const operation of followers.filter(({ secured }) => secured)) {
    const plain = { ...plainCase(run.material, operation, 'stateful', path), mode: 'neutral' as const };
    // Whoever is let in without credentials is another fault (ignored_auth), and hides this one.
    if (await enters(run, credentialProbes(plain), past)) continue;
    const exchange = await run.send({ ...plain, sender: 'other', about: 'by another user' });
    const exchanges = [...past.slice(0, 1), exchange];
    note(run, exchanges);
    if (!isSuccess(exchange.answer) || !has(run, 'object_level_authorization')) continue;
    const message = `Another user may ${operation.method} what is not theirs: ${exchange.answer.status}.`;
    run.report(
      'object_level_authorization',
      { message, pointer: `${operation.pointer}/security` },
      exchanges,
    );
  }
}

async function enters(run: Run, probes: readonly Case[], past: readonly Exchange[]): Promise<boolean> {
  let entered = false;
  for (const probe of probes) {
    const exchange = await run.send(probe);
    note(run, [...past.slice(0, 1), exchange]);
    entered ||= isSuccess(exchange.answer);
  }
  return entered;
}

/** They may make it again, or say once more that it is gone (RFC 9110, 9.3.4 and 9.2.2): no proof that it is still there. */
const REVIVING = ['PUT', 'POST', 'DELETE'];

/** use_after_free: what was deleted is gone. */
async function remove(
  run: Run,
  followers: readonly Operation[],
  { path }: Resource,
  past: readonly Exchange[],
): Promise<void> {
  const isWhole = ({ path: own }: Operation) => own.replace(/\/$/, '').endsWith('}');
  const remover = followers.find((operation) => operation.method === 'DELETE' && isWhole(operation));
  if (!remover) return;
  const removal = await run.send(plainCase(run.material, remover, 'stateful', path));
  note(run, [...past.slice(0, 1), removal]);
  if (!isSuccess(removal.answer)) return;
  const isReviving = ({ method }: Operation) => REVIVING.includes(method);
  // Those that may make it again come last.
  for (const operation of followers.toSorted((a, b) => Number(isReviving(a)) - Number(isReviving(b)))) {
    const plain = plainCase(run.material, operation, 'stateful', path);
    const exchange = await run.send({ ...plain, mode: 'neutral', about: 'after it was deleted' });
    const exchanges = [...past.slice(0, 1), removal, exchange];
    note(run, exchanges);
    const isGone = exchange.answer.status < 200 || exchange.answer.status >= 400;
    if (isGone || isReviving(operation) || !has(run, 'use_after_free')) continue;
    const message = `What was deleted still answers ${operation.method} with ${exchange.answer.status}.`;
    run.report('use_after_free', { message, pointer: operation.pointer }, exchanges);
  }
}

const has = (run: Run, check: Run['target']['configuration']['checks'][number]) =>
  run.target.configuration.checks.includes(check);
