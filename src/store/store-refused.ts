/** The store refuses this process for good, so waiting does not help. */
import { StoreUnavailable } from './store-unavailable.js';

export class StoreRefused extends StoreUnavailable {
  override readonly name: string = 'StoreRefused';
}
