/** The settings of a deployment: read once, checked once; nothing else reads the environment. */
export { defineConfig } from './deployment.js';
export { readSettings } from './read-settings.js';
export type { Deployment, LogLevel, Settings } from './settings.js';
