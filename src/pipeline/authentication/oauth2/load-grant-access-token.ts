/** The token endpoint of OAuth 2.0, loaded when the first token is asked for: most deployments never use it. */
import type { GrantAccessToken, makeGrantAccessToken } from './grant-access-token.js';

/** @param parts as `makeGrantAccessToken` takes them */
export function loadGrantAccessToken(...parts: Parameters<typeof makeGrantAccessToken>): GrantAccessToken {
  let grantAccessToken: Promise<GrantAccessToken> | undefined;
  return async (...request) => {
    grantAccessToken ??= import('./grant-access-token.js').then((module) =>
      module.makeGrantAccessToken(...parts),
    );
    return (await grantAccessToken)(...request);
  };
}
