/** What the rest of the service may import from the store. */

export { isDuplicateKey } from './duplicate-key.js';
export { nextId } from './next-id.js';
export { openStore } from './open-store.js';
export type * from './records.js';
export type { Store } from './store.js';
export type { StoreLog } from './store-log.js';
export { isStoreUnavailable, StoreRefused, StoreUnavailable } from './store-unavailable.js';
