/** This process can never use the store, so that waiting for it does not help. */
import { StoreUnavailable } from './store-unavailable.js';

export class StoreRefused extends StoreUnavailable {
  override readonly name: string = 'StoreRefused';
}
