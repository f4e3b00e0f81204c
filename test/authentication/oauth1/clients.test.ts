/** A signer that this project did not write: oauth-1.0a from npm. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import OAuth from 'oauth-1.0a';
import { beforeTests, useApp } from '../../helpers/app.js';
import { issue } from './sign.js';

const BASE_URL = 'https://snippets.example.com';
const CODE = 'print("ä€😀 + & = % ~ *\'()!")\r\n\t\u007f# 日本';
const FIELDS = { title: 'ü + b', code: CODE };
const METHODS = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256', PLAINTEXT: '' };

describe('OAuth 1.0a', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'oauth1', BASE_URL } });
  const mine = beforeTests(async () => issue(app, await app.addUser('alice')));

  for (const [signature_method, algorithm] of Object.entries(METHODS))
    it(`is what oauth-1.0a signs by ${signature_method}: forms, JSON, queries and all methods`, async () => {
      const hash_function = (text: string, key: string) =>
        createHmac(algorithm, key).update(text).digest('base64');
      const consumer = { key: mine.consumerKey, secret: mine.consumerSecret };
      const hashed = algorithm !== '' && { hash_function };
      const oauth = new OAuth({ consumer, signature_method, realm: 'api', ...hashed });
      const token = { key: mine.token, secret: mine.tokenSecret };
      const send = async (method: string, path: string, form?: Record<string, string>, json?: object) => {
        const data = form && { data: { ...form } };
        const { Authorization } = oauth.toHeader(
          oauth.authorize({ method, url: BASE_URL + path, ...data }, token),
        );
        if (json) return app.sendJson(method, path, json, { Authorization });
        const body = form ? new URLSearchParams(form) : null;
        return app.fetch(path, { method, headers: { Authorization }, body });
      };
      for (const created of [
        await send('POST', '/snippets/', FIELDS),
        await send('POST', '/snippets/?b=&a=%7E&a=%C3%A4%20b&B=&format=json', FIELDS),
        await send('POST', '/snippets/', undefined, FIELDS),
      ]) {
        const { owner, title, code } = await created.json();
        assert.deepEqual([created.status, owner, title, code], [201, 'alice', FIELDS.title, CODE]);
      }
      const path = (await send('POST', '/snippets/', FIELDS)).headers.get('Location') ?? '';
      const replaced = await send('PUT', path, { code: 'ä +' });
      assert.deepEqual([replaced.status, (await replaced.json()).code], [200, 'ä +']);
      assert.equal((await send('PUT', path, undefined, { code: 'ä' })).status, 200);
      assert.equal((await send('GET', '/snippets/?owner=alice&limit=1&q=%C3%A4')).status, 200);
      const ends = [await send('DELETE', path), await send('GET', path)];
      assert.deepEqual(
        ends.map(({ status }) => status),
        [204, 404],
      );
    });
});
