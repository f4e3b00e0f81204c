// A browser: login, forms, CSRF, logout.
import { PASSWORD } from '../deployments.mjs';
import { BOB, basic, create, FORM_TYPE, HTML, JSON_TYPE, stored } from './make.mjs';

/** @typedef {import('./make.mjs').Asked} Asked */

const csrfOf = (answer) => /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(answer.body)?.[1] ?? '';
const cookiesOf = (answer, memory) => {
  const jar = new Map(
    (memory.cookies ?? '')
      .split('; ')
      .filter(Boolean)
      .map((one) => one.split(/=(.*)/s, 2)),
  );
  for (const [name, value] of answer.headers) {
    const [, cookie, content] = (name.toLowerCase() === 'set-cookie' && /^([^=]+)=([^;]*)/.exec(value)) || [];
    if (cookie !== undefined) jar.set(cookie, content);
  }
  return [...jar].map((pair) => pair.join('=')).join('; ');
};
const keepPage = (answer, memory) => {
  memory.cookies = cookiesOf(answer, memory);
  memory.csrf = csrfOf(answer) || memory.csrf;
};
const keepCookies = (answer, memory) => {
  memory.cookies = cookiesOf(answer, memory);
};
const COOKIE = { Cookie: (memory) => memory.cookies };

/** A browser: login, pages with forms, CSRF, logout. @returns {Record<string, Asked>} */
export function onSession(prefix = '/api-auth/') {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  const login = (fields, headers = {}) => ({
    method: 'POST',
    path: `${prefix}login/`,
    headers: { ...FORM_TYPE, ...HTML, ...COOKIE, ...headers },
    body: (memory) => new URLSearchParams({ csrfmiddlewaretoken: memory.csrf, ...fields }).toString(),
    keep: keepCookies,
  });
  add('denied with session first', create({ code: 'a' }, {}));
  add('denied as a page', create({ code: 'a' }, HTML));
  add('login page', { path: `${prefix}login/?next=/users/`, headers: HTML, keep: keepPage });
  add('login page as JSON', { path: `${prefix}login/`, headers: { Accept: 'application/json' } });
  add('login without a cookie', {
    ...login({ username: 'alice', password: PASSWORD }),
    headers: { ...FORM_TYPE, ...HTML },
    keep: undefined,
  });
  add('login with a wrong CSRF token', {
    ...login({ username: 'alice', password: PASSWORD, csrfmiddlewaretoken: 'x' }),
    keep: undefined,
  });
  add('login with a wrong password', login({ username: 'alice', password: 'wrong' }));
  add('login without fields', login({}));
  add(
    'login from another origin',
    login({ username: 'alice', password: PASSWORD }, { Origin: 'https://evil.example.com' }),
  );
  add(
    'login across sites',
    login({ username: 'alice', password: PASSWORD }, { 'Sec-Fetch-Site': 'cross-site' }),
  );
  add('login', login({ username: 'alice', password: PASSWORD, next: '/snippets/' }));
  const as = { ...COOKIE, ...HTML };
  for (const path of ['/', '/snippets/', '/users/', `${prefix}login/`])
    add(`logged in ${path}`, { path, headers: as, keep: keepPage });
  const csrf = { 'X-CSRFToken': (memory) => memory.csrf };
  stored.forEach((one, i) => {
    add(`session stores ${i + 1}`, { ...one, headers: { ...JSON_TYPE, ...COOKIE, ...csrf } });
  });
  add('session without CSRF', create({ code: 'a' }, COOKIE));
  add('session with a wrong CSRF', create({ code: 'a' }, { ...COOKIE, 'X-CSRFToken': 'x' }));
  add(
    'session from another origin',
    create({ code: 'a' }, { ...COOKIE, ...csrf, Origin: 'https://evil.example.com' }),
  );
  add('session from no origin', create({ code: 'a' }, { ...COOKIE, ...csrf, Origin: 'null' }));
  add('session and Basic of bob', create({ code: 'a' }, { ...COOKIE, ...csrf, ...BOB }));
  add('session and wrong Basic', {
    path: '/',
    headers: { ...COOKIE, Authorization: basic('alice', 'wrong') },
  });
  const form = (fields, path = '/snippets/', method = 'POST') => ({
    method,
    path,
    headers: { ...FORM_TYPE, ...as },
    body: (memory) => new URLSearchParams({ csrfmiddlewaretoken: memory.csrf, ...fields }).toString(),
  });
  add(
    'form creates',
    form({ code: 'print(5)', title: 'By a form', language: 'python', style: '', linenos: 'on' }),
  );
  add('form with an error', form({ code: '', title: 't'.repeat(200) }));
  add('form replaces', form({ code: 'print(6)', _method: 'PUT' }, '/snippets/1/'));
  add('form deletes', form({ _method: 'DELETE' }, '/snippets/2/'));
  add('form with PUT', form({ code: 'print(7)' }, '/snippets/1/', 'PUT'));
  for (const path of [
    '/snippets/1/',
    '/snippets/?q=hello',
    '/snippets/?limit=2',
    '/users/1/',
    '/snippets/1/highlight/',
    '/snippets/99/',
  ]) {
    add(`page by its owner ${path}`, { path, headers: as });
    add(`page by nobody ${path}`, { path, headers: HTML });
    add(`page by bob ${path}`, { path, headers: { ...HTML, ...BOB } });
    add(`OPTIONS by its owner ${path}`, { method: 'OPTIONS', path, headers: COOKIE });
  }
  add('logout by GET', { path: `${prefix}logout/`, headers: as });
  add('logout without CSRF', {
    method: 'POST',
    path: `${prefix}logout/`,
    headers: { ...FORM_TYPE, ...as },
    body: 'a=b',
  });
  add('logout', { ...form({ next: '/users/' }, `${prefix}logout/`), keep: keepCookies });
  add('after the logout', { path: '/', headers: as });
  add('create after the logout', create({ code: 'a' }, { ...COOKIE, ...csrf }));
  return asked;
}
