/** Refuses variables that are nearly named like a setting, so that a misspelt OWNERSHIP stops the start. */
import { nearestName } from './nearest-name.js';
import { SettingsError } from './settings-error.js';

/** Variables of Node.js and OpenSSL that look like settings of ours. */
const FOREIGN = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * The environment is full of foreign variables (PATH, HOME), so only near misses of a setting's name are refused.
 *
 * @param known the names of the settings
 */
export function refuseUnknown(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): void {
  for (const name of Object.keys(env)) {
    if (known.includes(name) || FOREIGN.includes(name) || !env[name]) continue;
    const meant = nearestName(name, known);
    // The value is left out: what is misspelt may be a secret.
    if (meant) throw new SettingsError(name, undefined, `unknown setting, did you mean ${meant}?`);
  }
}
