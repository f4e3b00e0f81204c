/** Signers that this project did not write: Python's oauthlib, and oauth-1.0a from npm. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import OAuth from 'oauth-1.0a';
import { ROOT } from '../../../docs/read-markdown.js';
import { beforeTests, useApp } from '../../../helpers/app.js';
import { issue } from './sign.js';

const BASE_URL = 'https://snippets.example.com/store';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CODE = 'print("ä€😀 + & = % ~ *\'()!")\r\n\t\u007f# 日本';
const FIELDS = { title: 'ü + b', code: CODE };

const SCRIPT = `${ROOT}test/pipeline/authentication/oauth1/oauthlib_client.py`;
const INSTALL = 'python3 -m pip install --target .cache/oauthlib oauthlib';
const env = { ...process.env, PYTHONPATH: `${ROOT}.cache/oauthlib`, PYTHONIOENCODING: 'utf-8' };
const isThere = spawnSync('python3', ['-c', 'import oauthlib.oauth1'], { env, stdio: 'ignore' }).status === 0;
const skip = !isThere && process.env.CI !== 'true' ? `needs oauthlib: ${INSTALL}` : false;

interface Wanted {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  realm?: string;
}
interface Answer {
  status: number;
  body: { id: number; owner: string; code: string; title: string; detail?: string };
}

describe('OAuth 1.0a', () => {
  const app = useApp({ env: { AUTH_SCHEMES: 'oauth1', BASE_URL } });
  const mine = beforeTests(async () => issue(app, await app.addUser('alice')));

  async function python(signatureMethod: string, ...wanted: Wanted[]): Promise<Answer[]> {
    const child = spawn('python3', [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const credentials = [mine.consumerKey, mine.consumerSecret, mine.token, mine.tokenSecret];
    const requests = wanted.map((request) => ({ ...request, signatureMethod }));
    child.stdin.end(JSON.stringify({ signed: BASE_URL, address: app.url, credentials, requests }));
    const lines = (await child.stdout.setEncoding('utf8').toArray()).join('').split('\n').filter(Boolean);
    return lines.map((line): Answer => JSON.parse(line));
  }

  for (const signatureMethod of ['HMAC-SHA1', 'HMAC-SHA256', 'PLAINTEXT'])
    it(`oauthlib creates, replaces, reads and deletes with ${signatureMethod}`, { skip }, async () => {
      const post = { method: 'POST', path: '/snippets/', headers: FORM };
      const form = new URLSearchParams({ ...FIELDS, linenos: '' }).toString();
      const created = await python(
        signatureMethod,
        { ...post, body: form },
        { ...post, headers: JSON_TYPE, body: JSON.stringify(FIELDS), realm: 'api' },
        { ...post, path: '/snippets/?format=json&a=%C3%A4+b&a=%7E&b', body: form },
      );
      for (const { status, body } of created)
        assert.deepEqual([status, body.owner, body.title, body.code], [201, 'alice', FIELDS.title, CODE]);
      const path = `/snippets/${created[0]?.body.id}/`;
      const answers = await python(
        signatureMethod,
        { method: 'PUT', path, headers: JSON_TYPE, body: '{"code": "ä"}' },
        { method: 'PUT', path, headers: FORM, body: 'code=%C3%A4+%2B' },
        { method: 'GET', path: '/snippets/?owner=alice&limit=1&q=%C3%A4' },
        { method: 'DELETE', path },
        { method: 'GET', path },
      );
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual([...statuses, answers[1]?.body.code], [200, 200, 200, 204, 404, 'ä +']);
    });

  for (const [signature_method, algorithm] of Object.entries({
    ...{ 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256', PLAINTEXT: '' },
  }))
    it(`oauth-1.0a creates with ${signature_method}, by form and query`, async () => {
      const hash_function = (text: string, key: string) =>
        createHmac(algorithm, key).update(text).digest('base64');
      const consumer = { key: mine.consumerKey, secret: mine.consumerSecret };
      const oauth = new OAuth({ consumer, signature_method, ...(algorithm && { hash_function }) });
      const path = '/snippets/?a=%C3%A4%20b&a=%7E&c=';
      const token = { key: mine.token, secret: mine.tokenSecret };
      const signed = oauth.authorize({ method: 'POST', url: BASE_URL + path, data: { ...FIELDS } }, token);
      const headers = { ...FORM, ...oauth.toHeader(signed) };
      const body = new URLSearchParams(FIELDS).toString();
      const response = await app.fetch(path, { method: 'POST', headers, body });
      const { owner, title, code } = (await response.json()) as Answer['body'];
      assert.deepEqual([response.status, owner, title, code], [201, 'alice', FIELDS.title, CODE]);
    });
});
