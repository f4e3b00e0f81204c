/** What a deployment imports: `import { defineConfig, AuthenticationFailed } from 'snippet-store'`. */
export { type App, createApp } from './app.js';
export type { AuthenticationRequest, AuthenticationScheme, Identity, User } from './authentication/scheme.js';
export { openStore, type Store } from './collections/index.js';
export {
  type Deployment,
  defineConfig,
  type LogLevel,
  readSettings,
  type Settings,
  SettingsError,
} from './config.js';
export type { SecurityScheme } from './contract/document.js';
export type { ErrorContext, ErrorHandler, ErrorResponse } from './errors/handler.js';
export * from './errors/index.js';
export { createHighlighter, type Highlighter } from './highlighting/highlighter.js';
export { createLog, type Log } from './log.js';
export { type Metrics, makeMetrics } from './metrics.js';
export type { Owned, Permission, PermissionRequest } from './permissions/permission.js';
export { type RunningServer, startServer } from './server.js';
export type { Services } from './services.js';
export type { CustomThrottle, Rate, ThrottledRequest } from './throttling/rates.js';
