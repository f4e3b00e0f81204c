/** POST {token_path} */
import type { Handler } from '#generated/server/handlers.gen.js';
import { ValidationFailed } from '../errors/index.js';
import { requireSecureTransport } from '../pipeline/authentication/parse-authorization.js';
import { loginStands } from '../pipeline/authentication/passwords/check-credentials.js';
import { issueToken } from '../pipeline/authentication/token-keys.js';
import type { HandlerContext } from './context.js';

/** Wrong credentials are invalid input here, not 401: they do not authenticate this request. */
export const createToken: Handler<'createToken', HandlerContext> = async (
  { body: { username, password } },
  { request, store, secretKey, checkCredentials },
) => {
  requireSecureTransport(request);
  const logIn = () => checkCredentials(username.trim(), password, request.ip);
  const user = await logIn();
  const token = user && (await issueToken(store, secretKey, user._id));
  if (!token || !(await loginStands(store, user, logIn)))
    throw new ValidationFailed({ non_field_errors: ['Unable to log in with provided credentials.'] });
  return { status: 200, body: { token } };
};
