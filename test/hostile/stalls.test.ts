/** No request holds the event loop up, for inputs that were slow once, and a sample of the others. */
import { it } from 'node:test';
import { skipWithoutSchedstat } from './measure.js';
import { checkStalls } from './stalls.js';

const KNOWN =
  /many times|segments below|short different letters|deep lists|many members|many short fields|many parts|false boundaries|(json|urlencoded), \w+: 312500 of (marks|letters, then NUL)$/;
/** The sample has one in so many. */
const SAMPLED = 797;

it(
  'the worst inputs of every operation cost the main thread less than 50 ms',
  {
    skip: skipWithoutSchedstat,
  },
  () => checkStalls('embedded', (name, index) => KNOWN.test(name) || index % SAMPLED === 0),
);
