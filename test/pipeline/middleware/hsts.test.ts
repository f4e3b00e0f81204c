import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startApp } from '../../helpers/app.js';

it('Strict-Transport-Security is sent over HTTPS, errors included, and never over plain HTTP', async () => {
  const app = await startApp({ env: { TRUST_PROXY: '1' } });
  const hsts = async (path: string, headers: Record<string, string>) =>
    (await app.fetch(path, { headers })).headers.get('strict-transport-security');
  for (const path of ['/snippets/', '/snippets/9/', '/nothing/']) {
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'https' }), 'max-age=31536000');
    assert.equal(await hsts(path, { 'X-Forwarded-Proto': 'http' }), null);
    assert.equal(await hsts(path, {}), null);
  }
  await app.close();
});
