export { operationsOf } from './specification.js';
