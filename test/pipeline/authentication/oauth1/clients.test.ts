/** Signers that this project did not write: Python's oauthlib, and oauth-1.0a from npm. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { before, describe, it } from 'node:test';
import OAuth from 'oauth-1.0a';
import { ROOT } from '../../../docs/read-markdown.js';
import { type TestApp, useApp } from '../../../helpers/app.js';
import { type Credentials, issue } from './sign.js';

const BASE_URL = 'https://snippets.example.com/store';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CODE = 'print("ä€😀 + & = % ~ *\'()!")\r\n\t\u007f# 日本';

const SCRIPT = `${ROOT}test/pipeline/authentication/oauth1/oauthlib_client.py`;
/** Where CI installs it: `python3 -m pip install --target .cache/oauthlib oauthlib`. */
const env = { ...process.env, PYTHONPATH: `${ROOT}.cache/oauthlib`, PYTHONIOENCODING: 'utf-8' };

const isThere = spawnSync('python3', ['-c', 'import oauthlib.oauth1'], { env, stdio: 'ignore' }).status === 0;
const skip =
  !isThere && process.env.CI !== 'true'
    ? 'needs oauthlib: python3 -m pip install --target .cache/oauthlib oauthlib'
    : false;

interface Wanted {
  method: string;
  path: string;
  signatureMethod: string;
  headers?: Record<string, string>;
  body?: string;
  realm?: string;
}

interface Answer {
  status: number;
  body: { id: number; owner: string; code: string; title: string; detail?: string };
}

async function python(app: TestApp, mine: Credentials, requests: Wanted[]): Promise<Answer[]> {
  const child = spawn('python3', [SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const credentials = [mine.consumerKey, mine.consumerSecret, mine.token, mine.tokenSecret];
  child.stdin.end(JSON.stringify({ signed: BASE_URL, address: app.url, credentials, requests }));
  const lines = (await child.stdout.setEncoding('utf8').toArray()).join('').split('\n').filter(Boolean);
  return lines.map((line): Answer => JSON.parse(line));
}

describe('OAuth 1.0a', () => {
  let mine: Credentials;
  const app = useApp({ env: { AUTH_SCHEMES: 'oauth1', BASE_URL } });
  before(async () => {
    mine = await issue(app, await app.addUser('alice'));
  });

  describe('oauthlib', { skip }, () => {
    for (const signatureMethod of ['HMAC-SHA1', 'HMAC-SHA256', 'PLAINTEXT']) {
      const form = new URLSearchParams({ title: 'ü + b', code: CODE, linenos: '' }).toString();
      const json = JSON.stringify({ title: 'ü + b', code: CODE });

      it(`creates, replaces, reads and deletes with ${signatureMethod}`, async () => {
        const post = { method: 'POST', path: '/snippets/', signatureMethod };
        const created = await python(app, mine, [
          { ...post, headers: FORM, body: form },
          { ...post, headers: JSON_TYPE, body: json, realm: 'api' },
          { ...post, path: '/snippets/?format=json&a=%C3%A4+b&a=%7E&b', headers: FORM, body: form },
        ]);
        for (const { status, body } of created) {
          assert.deepEqual(
            [status, body.owner, body.title, body.code],
            [201, 'alice', 'ü + b', CODE],
            body.detail,
          );
        }
        const path = `/snippets/${created[0]?.body.id}/`;
        const answers = await python(app, mine, [
          { method: 'PUT', path, signatureMethod, headers: JSON_TYPE, body: '{"code": "ä"}' },
          { method: 'PUT', path, signatureMethod, headers: FORM, body: 'code=%C3%A4+%2B' },
          { method: 'GET', path: '/snippets/?owner=alice&limit=1&q=%C3%A4', signatureMethod },
          { method: 'DELETE', path, signatureMethod },
          { method: 'GET', path, signatureMethod },
        ]);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 204, 404],
        );
        assert.equal(answers[1]?.body.code, 'ä +');
      });
    }
  });

  describe('oauth-1.0a', () => {
    const FIELDS = { title: 'ü + b', code: CODE };
    const KINDS: [string, string | undefined][] = [
      ['HMAC-SHA1', 'sha1'],
      ['HMAC-SHA256', 'sha256'],
      ['PLAINTEXT', undefined],
    ];
    for (const [signature_method, algorithm] of KINDS) {
      it(`creates with ${signature_method}, by form and query`, async () => {
        const oauth = new OAuth({
          consumer: { key: mine.consumerKey, secret: mine.consumerSecret },
          signature_method,
          ...(algorithm && {
            hash_function: (text: string, key: string) =>
              createHmac(algorithm, key).update(text).digest('base64'),
          }),
        });
        const path = '/snippets/?a=%C3%A4%20b&a=%7E&c=';
        const authorized = oauth.authorize(
          { method: 'POST', url: BASE_URL + path, data: { ...FIELDS } },
          { key: mine.token, secret: mine.tokenSecret },
        );
        const response = await app.fetch(path, {
          method: 'POST',
          headers: { ...FORM, ...oauth.toHeader(authorized) },
          body: new URLSearchParams(FIELDS).toString(),
        });
        const { owner, title, code } = (await response.json()) as Answer['body'];
        assert.deepEqual([response.status, owner, title, code], [201, 'alice', FIELDS.title, CODE]);
      });
    }
  });
});
