/** The settings of a deployment: read once, checked once; nothing else reads the environment. */
export { defineConfig } from './config/deployment.js';
export { readSettings } from './config/read-settings.js';
export type { Deployment, LogLevel, Settings } from './config/settings.js';
export { SettingsError } from './config/settings-error.js';
