/** POST /oauth2/access_token/ */

import type { AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { OAuth2Error } from '../errors/index.js';
import { requireSecureTransport } from '../pipeline/authentication/parse-authorization.js';
import type { HandlerContext } from './context.js';

export const createAccessToken: Handler<'createAccessToken', HandlerContext> = async (
  { body },
  { request, grantAccessToken },
) => {
  requireSecureTransport(request);
  refuseRepeated(await request.form(), body);
  return {
    status: 200,
    headers: { Pragma: 'no-cache' },
    body: await grantAccessToken(request, withoutEmpty(body)),
  };
};

/** RFC 6749, 3.2: parameters must not be repeated, because two readers could take different values. */
function refuseRepeated(fields: Awaited<ReturnType<HandlerContext['request']['form']>>, known: object): void {
  const names = fields.map(([name]) => name).filter((name) => Object.hasOwn(known, name));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new OAuth2Error('invalid_request', `Invalid request: the parameter ${repeated} is repeated`);
}

/** RFC 6749, 3.2: a parameter without a value counts as omitted. */
function withoutEmpty(parameters: AccessTokenRequest): AccessTokenRequest {
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  return { grant_type: '', ...Object.fromEntries(given) };
}
