/** A provider of OpenID Connect on a port of its own: a real one, whose ID tokens a test may change. */
import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

type Claims = Record<string, unknown>;

/** What a person at the provider has, by the name that the login form takes, which is the claim `sub`. */
export type People = Readonly<Record<string, Claims>>;

export const CLIENT = { id: 'snippets', secret: 'a secret of the client, long enough' } as const;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** @param inToken whether the claims are in the ID token, as most providers do it, or in the user info alone */
export async function startProvider(callback: string, people: People, inToken = true) {
  let answer: RequestListener = (_request, response) => void response.destroy();
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signing = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [callback] }],
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    claims: { profile: ['preferred_username'], email: ['email'], groups: ['groups'] },
    conformIdTokenClaims: !inToken,
    pkce: { required: () => true },
    jwks: { keys: [signing] },
    cookies: { keys: ['only of tests'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  });
  let change: ((claims: Claims) => Claims) | undefined;
  provider.use(async (ctx, next) => {
    await next();
    const { body } = ctx as { body: Claims };
    if (ctx.path === '/token' && change && typeof body.id_token === 'string')
      body.id_token = sign(
        change(JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())),
      );
  });
  const callProvider = provider.callback();
  answer = callProvider;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {
    issuer,
    close,
    /** For paths that begin so it closes connections without an answer, or lets them wait; undefined: for none. */
    setAway: (path: string | undefined, how: 'closed' | 'silent' = 'closed') => {
      answer = (request, response) => {
        if (path === undefined || !request.url?.startsWith(path)) callProvider(request, response);
        else if (how === 'closed') response.destroy();
      };
    },
    /** Changes the claims of ID tokens before they are signed; undefined: as they are. */
    changeTokens: (to: typeof change) => {
      change = to;
    },
  };
}

function sign(claims: Claims): string {
  const [head, body] = [{ alg: 'RS256', kid: 'test' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = createSign('RSA-SHA256').update(`${head}.${body}`).sign(privateKey, 'base64url');
  return `${head}.${body}.${signature}`;
}
