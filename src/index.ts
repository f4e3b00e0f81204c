/** What a deployment imports: `import { defineConfig, AuthenticationFailed } from 'snippet-store'`. */
export {
  type Deployment,
  defineConfig,
  type LogLevel,
  readSettings,
  type Settings,
} from './config/index.js';
export type { SecurityScheme } from './contract/specification.js';
export * from './errors/index.js';
export { InvalidClient, OAuth2Error, type OAuth2ErrorCode } from './errors/oauth2-error.js';
export { SettingsError } from './errors/operator-error.js';
export type {
  AuthenticationRequest,
  AuthenticationScheme,
  CustomThrottle,
  ErrorContext,
  ErrorHandler,
  ErrorResponse,
  Identity,
  Owned,
  Permission,
  PermissionRequest,
  Rate,
  ThrottledRequest,
  User,
} from './extension.js';
export { createLog, type Log } from './observability/log.js';
export { type OpenServer, openServer } from './server/open-server.js';
export type { Store } from './store/index.js';
