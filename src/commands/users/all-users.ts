/** Every user, by ascending id. */

import { byId } from '../../store/by-id.js';
import type { Store } from '../../store/store.js';

export function allUsers({ users }: Store) {
  return byId((after, limit) =>
    users
      .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection: { username: 1, active: 1 } })
      .toArray(),
  );
}
