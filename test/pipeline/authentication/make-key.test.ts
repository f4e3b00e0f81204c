/** Keys that a person passes to a command must not look like an option. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makePassword } from '#src/commands/passwords.js';
import { makeKey } from '#src/pipeline/authentication/make-key.js';
import { issueConsumer, issueOAuth1Token } from '#src/pipeline/authentication/oauth1.js';
import { addClient } from '#src/pipeline/authentication/oauth2.js';
import { openStore } from '#src/store/index.js';
import { temporaryFolder } from '../../helpers/service.js';

const SAMPLES = 10_000;
const QUIET = { info() {}, warn() {}, error() {} };

describe('a generated key', () => {
  for (const [what, make] of [
    ['a key of 15 bytes', () => makeKey(15)],
    ['a key of 32 bytes', () => makeKey(32)],
    ['a password', makePassword],
  ] as const) {
    it(`never begins with "-": ${what}`, () => {
      const keys = Array.from({ length: SAMPLES }, make);
      assert.deepEqual(
        keys.filter((key) => !/^\w[\w-]{15,}$/.test(key)),
        [],
      );
      assert.equal(new Set(keys).size, SAMPLES);
    });
  }

  it('never begins with "-" in what the commands of OAuth 1.0a and OAuth 2.0 issue', async (test) => {
    const store = await openStore({ mongodbUrl: undefined, dataDir: await temporaryFolder() }, QUIET);
    test.after(() => store.close());
    // Without the rule, 600 values of base64url would all pass in 1 of 12,000 runs.
    const issue = async () => {
      const { _id: consumerId, key, secret } = await issueConsumer(store, 'client');
      const { token, tokenSecret } = await issueOAuth1Token(store, 'k'.repeat(32), consumerId, {
        _id: 1,
        logins: 1,
      });
      const { clientId, clientSecret } = await addClient(store, 'client');
      return [key, secret, token, tokenSecret, clientId, clientSecret];
    };
    const values = await Promise.all(Array.from({ length: 150 }, issue));
    for (const value of values.flat()) assert.match(value, /^\w/);
  });
});
