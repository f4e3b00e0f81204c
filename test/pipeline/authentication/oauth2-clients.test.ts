// Clients that this project did not write.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ResourceOwnerPassword } from 'simple-oauth2';
import { bearer, createClient } from 'snippet-store/sdk';
import { ENDPOINT, type OAuth2App, startOAuth2App, type Tokens } from './oauth2-app.js';

describe('OAuth 2.0 works with', () => {
  let oauth2: OAuth2App;
  before(async () => {
    oauth2 = await startOAuth2App();
  });
  after(() => oauth2.app.close());

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

  it('curl', async () => {
    const { client, app, alice } = oauth2;
    const curl = async (...args: string[]) => (await promisify(execFile)('curl', ['-sS', ...args])).stdout;
    const answer = await curl(
      ...['-u', `${client.clientId}:${client.clientSecret}`, '-d', 'grant_type=password'],
      ...['--data-urlencode', `username=${alice.username}`, '--data-urlencode', `password=${alice.password}`],
      `${app.url}${ENDPOINT}`,
    );
    const { access_token } = JSON.parse(answer) as Tokens;
    const created = await curl(
      ...['-H', `Authorization: Bearer ${access_token}`, '-d', 'code=x', `${app.url}/snippets/`],
    );
    assert.equal((JSON.parse(created) as { owner: string }).owner, 'alice');
  });

  it("the package's own client", async () => {
    const { access_token } = await oauth2.obtain(oauth2.login());
    const store = createClient({ baseUrl: oauth2.app.url, auth: bearer(access_token) });
    assert.equal((await store.createSnippet({ code: 'x' })).owner, 'alice');
  });
});
