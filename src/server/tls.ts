/** The certificate that the service shows (TLS_CERT, TLS_KEY). */

import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Settings } from '../config/index.js';
import { codeOf } from '../errors/error-code.js';
import { SettingsError } from '../errors/operator-error.js';

export interface Certificate {
  /** In PEM, with the chain up to the root that clients know. */
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * @returns undefined when the deployment has none, and speaks plain HTTP
 * @throws SettingsError when a file cannot be read, or the two do not belong together
 */
export async function loadCertificate({
  tlsCert,
  tlsKey,
}: Pick<Settings, 'tlsCert' | 'tlsKey'>): Promise<Certificate | undefined> {
  // The settings insist on both or none.
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const cert = await read('TLS_CERT', tlsCert);
  attempt('TLS_CERT', tlsCert, 'holds no certificate in PEM', () => createSecureContext({ cert }));
  const key = await read('TLS_KEY', tlsKey);
  attempt('TLS_KEY', tlsKey, 'holds no unencrypted key in PEM', () => createSecureContext({ key }));
  attempt('TLS_KEY', tlsKey, 'does not belong to TLS_CERT', () => createSecureContext({ cert, key }));
  return { cert, key };
}

async function read(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new SettingsError(variable, path, `cannot be read (${reasonOf(error)})`);
  }
}

function attempt(variable: string, path: string, problem: string, use: () => unknown): void {
  try {
    use();
  } catch (error) {
    throw new SettingsError(variable, path, `${problem} (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}
