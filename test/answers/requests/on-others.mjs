// The smaller deployments.
import { ALICE, BOB, basic, create, FORM_TYPE, HTML, JSON_TYPE, METHODS, put, stored } from './make.mjs';
import { onSession } from './on-session.mjs';
import { addTokens } from './tokens.mjs';
import { credentials, paths, READ_PATHS } from './values.mjs';

/** @typedef {import('./make.mjs').Asked} Asked */

/** Behind a proxy, with moved paths. @returns {Record<string, Asked>} */
export function onToken() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const headers = { Authorization: (memory) => `Token ${memory['alice-token']}` };
  stored.slice(0, 2).forEach((one, i) => {
    add(`store ${i + 1}`, { ...one, headers: { ...JSON_TYPE, ...headers } });
  });
  addTokens(add, '/keys/');
  for (const path of [
    '/api-token-auth/',
    '/keys/',
    '/door/login/',
    '/api-auth/login/',
    '/openapi.json',
    '/',
    '/snippets/?limit=1',
  ]) {
    add(`moved ${path}`, { path });
    add(`moved ${path} behind HTTPS`, {
      path,
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'snippets.localhost',
      },
    });
    add(`moved ${path} behind HTTP`, {
      path,
      headers: { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.9', ...headers },
    });
    add(`moved ${path} for an evil host`, {
      path,
      headers: {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '203.0.113.9',
        'X-Forwarded-Host': 'evil.example.com',
      },
    });
  }
  return { ...asked, ...prefixed('door', onSession('/door/')) };
}

/** Without owners. @returns {Record<string, Asked>} */
export function onUnowned() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  stored.slice(0, 3).forEach((one, i) => {
    add(`store ${i + 1}`, { ...one, headers: JSON_TYPE });
  });
  for (const path of READ_PATHS) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PATCH'])
      add(`unowned ${method} ${path}`, { method, path });
    add(`unowned page ${path}`, { path, headers: HTML });
  }
  for (const [name, headers] of credentials)
    add(`unowned credentials ${name}`, create({ code: 'a' }, headers));
  add('unowned replace', put('/snippets/1/', { code: 'b' }, {}));
  add('unowned owner', { path: '/snippets/?owner=alice' });
  add('unowned key', create({ code: 'keyed' }, { 'Idempotency-Key': 'one' }));
  add('unowned key repeated', create({ code: 'keyed' }, { 'Idempotency-Key': 'one' }));
  add('unowned form without CSRF', create('code=a', { ...FORM_TYPE, ...HTML }));
  add('unowned delete', { method: 'DELETE', path: '/snippets/2/' });
  return asked;
}

/** Rates, quotas and a small body. @returns {Record<string, Asked>} */
export function onLimited() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  add('too large a body', create({ code: 'x'.repeat(4000) }));
  add('quota of bytes', create({ code: 'x'.repeat(300) }));
  for (let i = 1; i <= 3; i += 1) add(`quota of snippets ${i}`, create({ code: `print(${i})` }));
  add('longer than the quota', put('/snippets/1/', { code: 'x'.repeat(250) }));
  for (let i = 1; i <= 3; i += 1)
    add(`no operation ${i}`, { method: 'PATCH', path: '/snippets/', headers: ALICE });
  for (let i = 1; i <= 6; i += 1) add(`user ${i}`, { path: '/', headers: ALICE });
  for (let i = 1; i <= 7; i += 1) add(`anonymous ${i}`, { path: '/snippets/' });
  add('throttled page', { path: '/snippets/', headers: HTML });
  add('throttled method', { method: 'PATCH', path: '/users/' });
  add('not throttled', { path: '/healthz' });
  for (let i = 1; i <= 4; i += 1)
    add(`wrong password ${i}`, { path: '/', headers: { Authorization: basic('bob', 'wrong') } });
  add('right password after wrong ones', { path: '/', headers: BOB });
  return asked;
}

/** A scheme and an error handler of the deployment's own. @returns {Record<string, Asked>} */
export function onCustom() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const badge = { 'X-Badge': 'yes' };
  add('badge creates', create({ code: 'a' }, badge));
  add('badge on a page', { path: '/', headers: { ...badge, ...HTML } });
  add('no badge', create({ code: 'a' }, {}));
  add('badge with errors', create({ code: '' }, badge));
  add('wrong Basic', create({ code: 'a' }, { Authorization: basic('alice', 'wrong') }));
  for (const path of paths.slice(0, 12)) add(`handled ${path}`, { path });
  for (const method of METHODS) add(`handled ${method}`, { method, path: '/users/1/', headers: badge });
  add('handled page', { method: 'PATCH', path: '/users/', headers: HTML });
  add('custom specification', { path: '/openapi.json' });
  return asked;
}

const prefixed = (prefix, asked) =>
  Object.fromEntries(Object.entries(asked).map(([name, one]) => [`${prefix}: ${name}`, one]));
