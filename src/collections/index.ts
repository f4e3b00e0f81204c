/** The store as the rest of the service meets it. */
export type * from './documents.js';
export { isDuplicateKey } from './duplicate-key.js';
export { nextId } from './next-id.js';
export { openStore } from './open-store.js';
export { StoreTooNew } from './schema-version.js';
export type { Store, StoreLog } from './store.js';
export { isStoreUnavailable, StoreUnavailable } from './store-unavailable.js';
