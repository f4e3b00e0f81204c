/** What the rest of the service may import from the store. */

export { isDuplicateKey } from './duplicate-key.js';
export { nextId } from './next-id.js';
export { openStore } from './open-store.js';
export type * from './records.js';
export { StoreTooNew } from './schema/store-too-new.js';
export type { Store, StoreLog } from './store.js';
export { StoreRefused } from './store-refused.js';
export { isStoreUnavailable, StoreUnavailable } from './store-unavailable.js';
