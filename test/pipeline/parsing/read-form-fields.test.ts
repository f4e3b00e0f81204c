import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { useApp, useUser } from '../../helpers/app.js';
import { type Body, FORMS, form, json, multipart } from './bodies.js';
import { seen } from './form-scheme.js';

const CONFIG = fileURLToPath(new URL('./form-scheme.js', import.meta.url));

describe('the form that a scheme reads before its stage', () => {
  const app = useApp({ env: { CONFIG, AUTH_SCHEMES: 'field,token' } });
  const alice = useUser(app, 'alice');

  const post = (
    { headers, body }: { headers: Body['headers']; body: BodyInit },
    more: Record<string, string> = {},
  ) => app.fetch('/snippets/', { method: 'POST', headers: { ...headers, ...more }, body });

  for (const kind of FORMS) {
    it(`has the fields of ${kind} in their order, repeated ones too, and leaves the body to be read`, async () => {
      const fields: [string, string][] = [
        ['user', 'alice'],
        ['code', 'a'],
        ['code', 'é\r\n'],
        ['x', ''],
      ];
      const response = await post(form(kind, fields));
      assert.equal(response.status, 201);
      assert.deepEqual(seen.at(-1), fields);
      const { code, owner } = (await response.json()) as { code: string; owner: string };
      assert.deepEqual([code, owner], ['é\r\n', 'alice']);
    });
  }

  it('has no field between two adjacent separators', async () => {
    const { headers } = form('urlencoded', {});
    assert.equal((await post({ headers, body: '&user=alice&&code=a&=b&' })).status, 201);
    assert.deepEqual(seen.at(-1), [
      ['user', 'alice'],
      ['code', 'a'],
      ['', 'b'],
    ]);
  });

  it('leaves files out', async () => {
    const file = 'Content-Disposition: form-data; name="user"; filename="f"\r\n\r\nalice';
    assert.equal(
      (await post(multipart([file, 'Content-Disposition: form-data; name="a"\r\n\r\nb']))).status,
      403,
    );
    assert.deepEqual(seen.at(-1), [['a', 'b']]);
  });

  it('has no fields in a body of another type, which is then read as usual', async () => {
    const token = { Authorization: `Token ${alice.token}` };
    assert.equal((await post(json({ user: 'alice', code: 'x' }), token)).status, 201);
    assert.deepEqual(seen.at(-1), []);
    assert.equal(
      (await post({ headers: { 'Content-Type': 'text/plain' }, body: 'user=alice' }, token)).status,
      415,
    );
    assert.deepEqual(seen.at(-1), []);
  });

  const UNREADABLE: Readonly<Record<string, { headers: Body['headers']; body: BodyInit }>> = {
    'is no UTF-8': { ...form('urlencoded', {}), body: 'user=alice&code=%ff' },
    'is cut off': { ...multipart([]), body: '--a' },
  };
  for (const [name, request] of Object.entries(UNREADABLE)) {
    it(`has no fields in a body that ${name}: parsing reports that`, async () => {
      assert.equal((await post(request)).status, 403, 'nobody is known, and that comes first');
      assert.deepEqual(seen.at(-1), []);
      assert.equal((await post(request, { Authorization: `Token ${alice.token}` })).status, 400);
    });
  }
});
