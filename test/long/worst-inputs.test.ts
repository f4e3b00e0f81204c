/** No request holds the event loop up: all of the worst inputs of every operation, on both stores. */
import { it } from 'node:test';
import { describeOnBothStores } from '../helpers/stores.js';
import { skipWithoutSchedstat } from '../hostile/measure.js';
import { checkStalls } from '../hostile/stalls.js';

describeOnBothStores('the worst inputs of every operation', (kind) => {
  it('cost the main thread less than 50 ms each', { skip: skipWithoutSchedstat }, () =>
    checkStalls(kind, () => true),
  );
});
