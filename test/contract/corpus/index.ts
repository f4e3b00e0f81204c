/** Every service of the corpus. */
export { OURS } from './ours.js';
export { CORPUS } from './services.js';
