/** POST {token_path} */
import type { Handler } from '#generated/server/handlers.gen.js';
import { ValidationFailed } from '../errors/index.js';
import { requireSecureTransport } from '../pipeline/authentication/parse-authorization.js';
import { issueToken } from '../pipeline/authentication/token.js';
import type { HandlerContext } from './context.js';

/** Wrong credentials are invalid input here, not 401: they do not authenticate this request. */
export const createToken: Handler<'createToken', HandlerContext> = async (
  { body: { username, password } },
  { request, store, secretKey, checkCredentials },
) => {
  requireSecureTransport(request);
  const user = await checkCredentials(username.trim(), password, request.ip);
  const token = user && (await issueToken(store, secretKey, user));
  if (!token)
    throw new ValidationFailed({ non_field_errors: ['Unable to log in with provided credentials.'] });
  return { status: 200, body: { token } };
};
