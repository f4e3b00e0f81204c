// A client that this project did not write.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResourceOwnerPassword } from 'simple-oauth2';
import { ENDPOINT, useOAuth2App } from './oauth2-app.js';

describe('OAuth 2.0 works with', () => {
  const oauth2 = useOAuth2App();

  for (const authorizationMethod of ['header', 'body'] as const) {
    for (const credentialsEncodingMode of ['strict', 'loose'] as const) {
      it(`simple-oauth2, the client in the ${authorizationMethod}, ${credentialsEncodingMode}`, async () => {
        const { client, app, alice } = oauth2;
        const program = new ResourceOwnerPassword({
          client: { id: client.clientId, secret: client.clientSecret },
          auth: { tokenHost: app.url, tokenPath: ENDPOINT },
          options: { authorizationMethod, credentialsEncodingMode },
        });
        const first = await program.getToken({ username: alice.username, password: alice.password });
        assert.equal(first.expired(), false);
        assert.equal(first.token.scope, 'read write');
        const second = await first.refresh({ scope: 'read' });
        assert.equal(second.token.scope, 'read');
        assert.equal(await oauth2.write(first.token.access_token), 401);
        assert.equal(await oauth2.write(second.token.access_token), 403);
        await assert.rejects(
          program.getToken({ username: alice.username, password: 'guess' }),
          /400 Bad Request/,
        );
      });
    }
  }
});
