/** A request whose sender may not log in any more by the time that its body has arrived, or its code is highlighted. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { setActive, setPassword } from '#src/authentication/logins.js';
import { ApiRequest } from '#src/http/api-request.js';
import { basicHeader, type TestUser } from '../helpers/app.js';
import { countOf, describeOnBothStores } from '../helpers/stores.js';
import { useOAuth2App } from './oauth2-app.js';

const BASE_URL = 'https://snippets.example';
const NOT_ANY_MORE = 'Incorrect authentication credentials.';
const JSON_BODY = JSON.stringify({ code: 'late' });

describeOnBothStores('while a request takes its time', (store) => {
  const env = { AUTH_SCHEMES: 'token,basic,oauth1,oauth2,session', BASE_URL };
  const oauth2 = useOAuth2App({ store, env });
  const { app } = oauth2;

  type Change = readonly [change: (user: TestUser) => Promise<unknown>, detail?: string];
  const CHANGES: Readonly<Record<string, Change>> = {
    nothing: [async () => undefined],
    'a deactivation': [({ id }) => setActive(app.store, id, false), 'User inactive or deleted.'],
    'a deletion': [({ id: _id }) => app.store.users.deleteOne({ _id }), 'User inactive or deleted.'],
    'a new password': [({ id }) => setPassword(app.store, id, 'new'), NOT_ANY_MORE],
  };

  let users = 0;
  for (const [scheme, method, done] of [
    ['basic', 'POST', 201],
    ['basic', 'PUT', 200],
    ['token', 'PUT', 200],
    ['oauth1', 'PUT', 200],
    ['oauth2', 'PUT', 200],
    ['session', 'PUT', 200],
    // The CSRF field of a form.
    ['session', 'DELETE', 204],
  ] as const)
    for (const [what, [change, detail]] of Object.entries(CHANGES)) {
      // What ends every login is asked of all schemes, what ends a user of one; the schemes are the same on every store.
      if (scheme !== 'basic' && (store === 'mongodb' || !['nothing', 'a new password'].includes(what)))
        continue;
      it(`${what} ${detail ? 'refuses' : 'lets through'} a ${method} by ${scheme} whose body arrives slowly`, async (t) => {
        const user = await app.addUser(`user${++users}`);
        const { id } = await app.client(user).createSnippet({ code: 'early' });
        const path = method === 'POST' ? '/snippets/' : `/snippets/${id}/`;
        const headers = await oauth2.headersBy(scheme, user, { method, path });
        const { 'X-CSRFToken': field, ...others } = headers;
        const form = { ...others, 'Content-Type': 'application/x-www-form-urlencoded' };
        const [sent, body] =
          method === 'DELETE'
            ? [form, `csrfmiddlewaretoken=${field}`]
            : [{ ...headers, 'Content-Type': 'application/json' }, JSON_BODY];
        const count = await countOf(app.store.snippets);
        const answer = await sendSlowly(t, method, path, sent, body, () => change(user));
        if (!detail) return assert.equal(answer.statusCode, done, await text(answer));
        assert.deepEqual([answer.statusCode, await json(answer)], [401, { detail }]);
        assert.equal(await countOf(app.store.snippets), count);
        assert.equal((await app.client().getSnippet({ id })).code, 'early');
      });
    }

  for (const method of ['POST', 'PUT'] as const)
    for (const [what, [change, detail]] of Object.entries(CHANGES))
      it(`${what} ${detail ? 'refuses' : 'lets through'} a ${method} whose code is being highlighted`, async (t) => {
        const user = await app.addUser(`user${++users}`);
        const { id } = await app.client(user).createSnippet({ code: 'early' });
        const count = await countOf(app.store.snippets);
        const { postMessage } = Worker.prototype;
        let isChanged = false;
        t.mock.method(Worker.prototype, 'postMessage', function (this: Worker, task: unknown) {
          // The store's threads get messages too, also for the change itself.
          if (isChanged || !JSON.stringify(task)?.includes('"late"')) return postMessage.call(this, task);
          isChanged = true;
          void change(user).then(() => postMessage.call(this, task));
        });
        const path = method === 'POST' ? '/snippets/' : `/snippets/${id}/`;
        const answer = await app.sendJson(method, path, { code: 'late' }, basicHeader(user));
        if (!detail) return assert.equal(answer.ok, true, await answer.text());
        assert.deepEqual([answer.status, await answer.json()], [401, { detail }]);
        assert.equal(await countOf(app.store.snippets), count);
        assert.equal((await app.client().getSnippet({ id })).code, 'early');
      });

  /** @param meanwhile runs while the service waits for the body: who sends the request is known by then */
  async function sendSlowly(
    t: TestContext,
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
    meanwhile: () => Promise<unknown>,
  ): Promise<IncomingMessage> {
    const { bytes } = ApiRequest.prototype;
    const awaited = new Promise<void>((resolve) => {
      t.mock.method(ApiRequest.prototype, 'bytes', function (this: ApiRequest) {
        setTimeout(resolve, 10);
        return bytes.call(this);
      });
    });
    const sent = { Origin: BASE_URL, ...headers, 'Content-Length': body.length };
    const outgoing = request(`${app.url}${path}`, { method, headers: sent, agent: false });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.write(body.slice(0, 5));
    await awaited;
    t.mock.restoreAll();
    await meanwhile();
    outgoing.end(body.slice(5));
    return (await answered)[0];
  }
});
