/** Loads the CONFIG module and checks what it brings. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkMember } from './deployment-members.js';
import type { Deployment } from './settings.js';
import { SettingsError } from './settings-error.js';

/** Types the default export of a CONFIG module: `export default defineConfig({ schemes: [...] })`. */
export function defineConfig(deployment: Deployment): Deployment {
  return deployment;
}

/**
 * @param path of an ES module, relative to the working directory
 * @throws SettingsError when it cannot be loaded, or brings something unknown
 */
export async function loadDeployment(path: string): Promise<Deployment> {
  let loaded: { default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      'CONFIG',
      `"${path}"`,
      `cannot be loaded (${reason}), expected the path of an ES module`,
    );
  }
  const given = loaded.default;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SettingsError(
      'CONFIG',
      `"${path}"`,
      'expected a module with `export default defineConfig({...})`',
    );
  }
  for (const [name, value] of Object.entries(given)) checkMember(name, value);
  // Checked member by member above; parameters of functions cannot be checked at run time.
  return given as Deployment;
}
