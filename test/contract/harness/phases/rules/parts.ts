/** What was made within a resource is gone with it. */
import { isSuccess } from '../../answer.js';
import type { Operation } from '../../document/model.js';
import { plainCase } from '../../generation/examples.js';
import type { Run } from '../../run.js';
import { rename } from '../path-names.js';
import { followersOf } from '../producers.js';
import { obtain } from '../resources.js';

const CHECK = 'use_after_free';

/** @param followers the operations on the resource, of which a POST makes a part of it */
export async function removedParts(
  run: Run,
  followers: readonly Operation[],
  remover: Operation,
): Promise<void> {
  for (const producer of followers.filter(({ method }) => method === 'POST')) {
    const reader = followersOf(run, producer).find(({ method }) => method === 'GET');
    if (!reader || !run.target.configuration.isOn(CHECK, reader)) continue;
    // With a whole of its own, which nothing else of the run needs.
    const part = await obtain(run, reader, 'stateful');
    if (!part?.own) continue;
    const whole = rename(part.path, reader.path, remover.path);
    const before = await run.send(plainCase(run.material, reader, 'stateful', part.path));
    const removal = await run.send(plainCase(run.material, remover, 'stateful', whole));
    if (!isSuccess(before.answer) || !isSuccess(removal.answer)) continue;
    const plain = plainCase(run.material, reader, 'stateful', part.path);
    const exchange = await run.send({ ...plain, mode: 'neutral', about: 'after the whole was deleted' });
    run.countCheck(CHECK);
    if (!isSuccess(exchange.answer)) continue;
    const message = `A part of a deleted resource still answers GET with ${exchange.answer.status}.`;
    run.report(CHECK, { message, pointer: reader.pointer }, [...part.exchanges, removal, exchange]);
  }
}
