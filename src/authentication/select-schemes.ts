/** The configured schemes, in their order: the service's own and those that the deployment brings. */
import type { Settings } from '../config.js';
import type { Services } from '../services.js';
import { basic } from './basic.js';
import type { CheckCredentials } from './check-credentials.js';
import type { AuthenticationScheme } from './scheme.js';
import { token } from './token.js';

/** @throws Error when a configured scheme has no implementation */
export function selectSchemes(
  { authSchemes, deployment }: Pick<Settings, 'authSchemes' | 'deployment'>,
  { store }: Pick<Services, 'store'>,
  checkCredentials: CheckCredentials,
): readonly AuthenticationScheme[] {
  const known = [basic(checkCredentials), token(store), ...(deployment.schemes ?? [])];
  return authSchemes.map((name) => {
    const scheme = known.find((candidate) => candidate.name === name);
    if (!scheme) throw new Error(`The authentication scheme ${name} is configured and not implemented.`);
    return scheme;
  });
}
