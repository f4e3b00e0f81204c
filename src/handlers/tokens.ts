/** The endpoints that issue tokens for a user name and a password. */
import type { AccessTokenRequest } from '#generated/sdk/types.gen.js';
import type { Handler } from '#generated/server/handlers.gen.js';
import { requireSecureTransport } from '../authentication/basic.js';
import { issueToken } from '../authentication/token.js';
import { LoginRefused } from '../errors/index.js';
import { OAuth2Error } from '../errors/oauth2-error.js';
import type { HandlerContext } from './context.js';

/** POST {token_path}. Wrong credentials are invalid input here, not 401: they do not authenticate this request. */
export const createToken: Handler<'createToken', HandlerContext> = async (
  { body: { username, password } },
  { request, store, secretKey, checkCredentials },
) => {
  requireSecureTransport(request);
  const user = await checkCredentials(username.trim(), password, request.ip);
  const token = user && (await issueToken(store, secretKey, user));
  if (!token) throw new LoginRefused();
  return { status: 200, body: { token } };
};

/** POST /oauth2/access_token/ */
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
