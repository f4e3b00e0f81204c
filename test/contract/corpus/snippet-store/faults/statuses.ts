/** Statuses that the document does not name. */
import { answer, change, isCreated, isRefused, isUsers } from '../changes.js';
import type { Faults } from '../fault.js';

export const statuses: Faults = {
  'an unheard-of status': () => answer(isUsers, 418),
  '202 instead of 201': () =>
    change(isCreated, (given) => {
      given.status = 202;
    }),
  '422 for what breaks a rule': () =>
    change(isRefused, (given) => {
      given.status = 422;
    }),
};
