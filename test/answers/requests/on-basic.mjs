// The deployment with Basic first.

import { addConditions, addKeys, addOrders } from './checks.mjs';
import { ALICE, BOB, create, FORM_TYPE, HTML, JSON_TYPE, METHODS, put, stored } from './make.mjs';
import { addTokens } from './tokens.mjs';
import {
  ACCEPTS,
  credentials,
  formBodies,
  hosts,
  jsonBodies,
  multipartBodies,
  oddBodies,
  paths,
  queries,
  READ_PATHS,
} from './values.mjs';

/** @typedef {import('./make.mjs').Asked} Asked */

/** What the deployment with Basic first is asked: every endpoint, representation, check and error. @returns {Record<string, Asked>} */
export function onBasic() {
  const asked = {};
  const add = (name, one) => {
    asked[name] = one;
  };
  for (const path of ['/', '/snippets/', '/users/']) add(`empty store ${path}`, { path });
  stored.forEach((one, i) => {
    add(`store ${i + 1}`, one);
  });
  for (const path of READ_PATHS) {
    for (const method of METHODS) add(`${method} ${path}`, { method, path });
    for (const accept of ACCEPTS) add(`GET ${path} as ${accept}`, { path, headers: { Accept: accept } });
    add(`GET ${path} by alice as a page`, { path, headers: { ...HTML, ...ALICE } });
    add(`GET ${path} in gzip`, { path, headers: { 'Accept-Encoding': 'gzip' } });
    add(`GET ${path} in br`, { path, headers: { 'Accept-Encoding': 'br, gzip;q=0.5' } });
    add(`HEAD ${path} as a page`, { method: 'HEAD', path, headers: HTML });
  }
  add('every coding refused', { path: '/snippets/', headers: { 'Accept-Encoding': '*;q=0, identity;q=0' } });
  for (const query of queries) add(`list ?${query}`, { path: `/snippets/?${query}` });
  for (const query of queries) add(`list page ?${query}`, { path: `/snippets/?${query}`, headers: HTML });
  add('a slice', {
    path: '/snippets/?limit=2',
    keep: (answer, memory) => {
      memory.next =
        /<([^>]+)>; rel="next"/
          .exec(answer.headers.map((one) => one.join(': ')).join('\n'))?.[1]
          .replace(/^https?:\/\/[^/]+/, '') ?? '/';
    },
  });
  add('the next slice', { path: (memory) => memory.next });
  for (const path of paths)
    for (const accept of ['*/*', 'text/html'])
      add(`path ${path} as ${accept}`, { path, headers: { Accept: accept } });
  for (const path of paths) add(`POST to ${path}`, { method: 'POST', path, headers: JSON_TYPE, body: '{}' });
  for (const host of hosts) add(`host ${host}`, { path: '/snippets/1/', headers: { Host: host } });
  for (const [name, headers] of credentials) {
    add(`credentials ${name}: read`, { path: '/snippets/1/', headers });
    add(`credentials ${name}: create`, create({ code: 'a' }, headers));
    add(`credentials ${name}: page`, { path: '/', headers: { ...HTML, ...headers } });
  }
  for (const [name, body] of jsonBodies) {
    add(`json ${name}`, create(body));
    add(`json ${name} on a page`, create(body, { ...ALICE, ...HTML }));
    add(`json ${name} replaces`, put('/snippets/2/', body));
  }
  for (const [name, body] of formBodies) {
    add(`form ${name}`, { ...create(body, { ...ALICE, ...FORM_TYPE }) });
    add(`form ${name} on a page`, create(body, { ...ALICE, ...FORM_TYPE, ...HTML }));
  }
  for (const [name, body] of multipartBodies)
    add(`multipart ${name}`, create(body, { ...ALICE, 'Content-Type': 'multipart/form-data; boundary=cut' }));
  for (const [name, body, headers] of oddBodies)
    add(`body ${name}`, { method: 'POST', path: '/snippets/', headers: { ...ALICE, ...headers }, body });
  addOrders(add);
  addConditions(add);
  addKeys(add);
  for (const [name, headers] of [
    ['replaced by bob', BOB],
    ['replaced by nobody', {}],
    ['replaced by alice', ALICE],
  ]) {
    add(name, put('/snippets/1/', { code: 'print("new")', title: 'Greeting' }, headers));
    add(`${name}: deleted`, { method: 'DELETE', path: '/snippets/5/', headers });
  }
  add('deleted again', { method: 'DELETE', path: '/snippets/5/', headers: ALICE });
  add('read after it was deleted', { path: '/snippets/5/' });
  add('replace after it was deleted', put('/snippets/5/', { code: 'a' }));
  add('users in the end', { path: '/users/' });
  addTokens(add, '/api-token-auth/');
  add('method override by a form', create('_method=DELETE', { ...ALICE, ...FORM_TYPE, ...HTML }));
  add('metrics', { path: '/metrics' });
  return asked;
}
