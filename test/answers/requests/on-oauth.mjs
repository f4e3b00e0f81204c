// OAuth, CORS, names of the host and a base URL.
import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { PASSWORD } from '../deployments.mjs';
import { basic, create, FORM_TYPE, HTML, JSON_TYPE, stored } from './make.mjs';
import { hosts } from './values.mjs';

/** @typedef {import('./make.mjs').Asked} Asked */

/** OAuth 2.0 and 1.0a, CORS, names of the host, a base URL. @returns {Record<string, Asked>} */
export function onOAuth() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  stored.slice(0, 3).forEach((one, i) => {
    add(`store ${i + 1}`, one);
  });
  const token = (name, fields, headers = {}, keep) => {
    add(`grant ${name}`, {
      method: 'POST',
      path: '/oauth2/access_token/',
      headers: { ...FORM_TYPE, ...headers },
      keep,
      body: (memory) =>
        new URLSearchParams(typeof fields === 'function' ? fields(memory) : fields).toString(),
    });
  };
  const client = ({ client_id, client_secret }) => ({ client_id, client_secret });
  const user = { grant_type: 'password', username: 'alice', password: PASSWORD };
  const keep = (answer, memory) => Object.assign(memory, JSON.parse(answer.body));
  token('without a client', user);
  token('with a wrong secret', (memory) => ({ ...user, ...client(memory), client_secret: 'x' }));
  token('of another kind', (memory) => ({ ...client(memory), grant_type: 'client_credentials' }));
  token('without a kind', client);
  token('with a wrong password', (memory) => ({ ...client(memory), ...user, password: 'x' }));
  token('with a wrong scope', (memory) => ({ ...client(memory), ...user, scope: 'all' }));
  token(
    'to read',
    (memory) => ({ ...client(memory), ...user, scope: 'read' }),
    {},
    (answer, memory) => {
      memory.reading = JSON.parse(answer.body).access_token;
    },
  );
  token('with Basic', user, { Authorization: (memory) => basic(memory.client_id, memory.client_secret) });
  token('to write', (memory) => ({ ...client(memory), ...user }), {}, keep);
  token(
    'refreshed',
    (memory) => ({ ...client(memory), grant_type: 'refresh_token', refresh_token: memory.refresh_token }),
    {},
    (answer, memory) => {
      memory.access_token = JSON.parse(answer.body).access_token;
    },
  );
  token('refreshed by nonsense', (memory) => ({
    ...client(memory),
    grant_type: 'refresh_token',
    refresh_token: 'x',
  }));
  token('as JSON', {}, JSON_TYPE);
  for (const [name, headers] of [
    ['reading token', { Authorization: (memory) => `Bearer ${memory.reading}` }],
    ['writing token', { Authorization: (memory) => `Bearer ${memory.access_token}` }],
    ['wrong token', { Authorization: 'Bearer x' }],
  ]) {
    add(`${name} reads`, { path: '/snippets/1/', headers });
    add(`${name} creates`, create({ code: 'a' }, headers));
    add(`${name} on a page`, { path: '/snippets/1/', headers: { ...headers, ...HTML } });
  }
  addSigned(add);
  for (const origin of [
    'https://editor.example.com',
    'https://evil.example.com',
    'null',
    'http://snippets.localhost:8000',
  ]) {
    for (const path of ['/snippets/', '/openapi.json', '/nothing/']) {
      add(`CORS ${origin} ${path}`, { path, headers: { Origin: origin } });
      add(`preflight ${origin} ${path}`, {
        method: 'OPTIONS',
        path,
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
    }
  }
  add('CORS of a refusal', create({ code: 'a' }, { Origin: 'https://editor.example.com' }));
  for (const host of hosts)
    for (const path of ['/snippets/1/', '/healthz', '/nothing/'])
      add(`host ${host} ${path}`, { path, headers: { Host: host } });
  for (const path of [
    '/',
    '/openapi.json',
    '/openapi.yaml',
    '/docs/',
    '/snippets/?limit=1',
    '/.well-known/api-catalog',
    '/snippets',
  ])
    add(`base URL ${path}`, { path });
  return asked;
}

/** RFC 5849, over the base URL that the deployment has. */
function addSigned(add) {
  const url = 'http://snippets.localhost:8000';
  const sign =
    (method, path, bend = (fields) => fields) =>
    (memory) => {
      const oauth = new OAuth({
        consumer: { key: memory.consumer_key ?? memory.key, secret: memory.consumer_secret ?? memory.secret },
        signature_method: 'HMAC-SHA1',
        hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
      });
      const fields = oauth.authorize(
        { url: url + path, method },
        { key: memory.oauth_token, secret: memory.oauth_token_secret },
      );
      return oauth.toHeader(bend(fields)).Authorization;
    };
  const signed = (...args) => ({ Host: 'snippets.localhost:8000', Authorization: sign(...args) });
  add('signed read', { path: '/snippets/1/', headers: signed('GET', '/snippets/1/') });
  add('signed create', create({ code: 'signed' }, signed('POST', '/snippets/')));
  add('signed wrongly', { path: '/snippets/1/', headers: signed('GET', '/snippets/2/') });
  for (const [name, change] of Object.entries({
    'an unknown consumer': { oauth_consumer_key: 'x' },
    'an unknown token': { oauth_token: 'x' },
    'an old time': { oauth_timestamp: 1 },
    'no time': { oauth_timestamp: 'x' },
    'another method': { oauth_signature_method: 'RSA-SHA1' },
    'another version': { oauth_version: '2.0' },
  }))
    add(`signed with ${name}`, {
      path: '/snippets/1/',
      headers: signed('GET', '/snippets/1/', (fields) => ({ ...fields, ...change })),
    });
}
