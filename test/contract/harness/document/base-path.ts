/** What stands before a path (OpenAPI 3.0.3, 4.7.5). */
import { asRecord } from './values.js';

/** @returns the path of the first server, its variables at their defaults, without its last slash */
export function basePathOf(servers: unknown): string {
  const { url = '/', variables } = asRecord(Array.isArray(servers) ? servers[0] : undefined);
  const filled = String(url).replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    String(asRecord(asRecord(variables)[name]).default ?? ''),
  );
  const base = URL.canParse(filled, 'http://any.invalid') ? new URL(filled, 'http://any.invalid') : undefined;
  return base?.pathname.replace(/\/$/, '') ?? '';
}
