/** Each nonce serves one request, whichever store remembers it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothStores } from '../../../helpers/stores.js';
import {
  BAD_SIGNATURE,
  BASE_URL,
  FORM,
  inBody,
  inHeader,
  now,
  useAttackedApp,
  withHeader,
} from './attacked-app.js';
import { signed } from './sign.js';

const USED = 'OAuth nonce has been used already.';

describeOnBothStores('an OAuth 1.0a nonce', (store) => {
  const { app, mine, other, another, send, refused, accepted } = useAttackedApp(store);

  const sent = () => signed(BASE_URL, mine, { form: FORM });

  it('is good once: a replay is refused', async () => {
    const once = sent();
    await accepted(once);
    await refused(once, USED);
    await refused(
      withHeader(once, (header) => header.replace('realm="api"', 'realm="other"')),
      USED,
    );
  });

  it('is refused again when it is spelled in another way', async () => {
    const once = signed(BASE_URL, mine, { form: FORM, parameters: { oauth_nonce: `a${Math.random()}` } });
    await accepted(once);
    await refused(inHeader('oauth_nonce="a', 'oauth_nonce="%61')(once), USED);
  });

  it('is accepted in one of ten requests at once', async () => {
    const once = sent();
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send(once)).status));
    assert.deepEqual(statuses.sort(), [201, ...Array(9).fill(401)]);
  });

  it('is refused in another request too', async () => {
    const parameters = { oauth_nonce: `n${Math.random()}`, oauth_timestamp: String(now()) };
    await accepted(signed(BASE_URL, mine, { form: FORM, parameters }));
    await refused(signed(BASE_URL, mine, { form: [['code', 'other']], parameters }), USED);
  });

  it('is accepted again from another consumer, from another token, at another time', async () => {
    const parameters = { oauth_nonce: `n${Math.random()}`, oauth_timestamp: String(now()) };
    await accepted(signed(BASE_URL, mine, { form: FORM, parameters }));
    await accepted(signed(BASE_URL, other, { form: FORM, parameters }), 'bob');
    await accepted(signed(BASE_URL, await another(), { form: FORM, parameters }));
    const later = { ...parameters, oauth_timestamp: String(now() - 7) };
    await accepted(signed(BASE_URL, mine, { form: FORM, parameters: later }));
  });

  it('is not used up by a forged request', async () => {
    const once = sent();
    await refused(inBody('print', 'PRINT')(once), BAD_SIGNATURE);
    await accepted(once);
  });

  it('is kept until its timestamp has long been refused', async () => {
    const timestamp = now() + 100;
    await accepted(
      signed(BASE_URL, mine, { form: FORM, parameters: { oauth_timestamp: String(timestamp) } }),
    );
    const kept = await app.store.oauth1Nonces
      .find({ expiresAt: { $gte: new Date((timestamp + 600) * 1000) } })
      .toArray();
    assert.equal(kept.length > 0, true);
  });
});
