// A token endpoint, and what its tokens may do.
import { PASSWORD } from '../deployments.mjs';
import { create, FORM_TYPE, HTML, JSON_TYPE, put } from './make.mjs';

export function addTokens(add, path) {
  const ask = (name, body, headers) => {
    add(`token ${name}`, { method: 'POST', path, headers, body });
  };
  ask('json', JSON.stringify({ username: 'alice', password: PASSWORD }), JSON_TYPE);
  ask('form', `username=alice&password=${PASSWORD.replaceAll(' ', '+')}`, FORM_TYPE);
  ask('as a page', JSON.stringify({ username: 'alice', password: PASSWORD }), { ...JSON_TYPE, ...HTML });
  ask('wrong', JSON.stringify({ username: 'alice', password: 'wrong' }), JSON_TYPE);
  ask('no password', JSON.stringify({ username: 'alice' }), JSON_TYPE);
  ask('objects', '{"username":{"$ne":1},"password":[]}', JSON_TYPE);
  ask('broken', '{', JSON_TYPE);
  ask('text', 'x', { 'Content-Type': 'text/plain' });
  ask('too large', JSON.stringify({ username: 'a'.repeat(20_000) }), JSON_TYPE);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) add(`token ${method}`, { method, path });
  for (const user of ['alice', 'bob']) {
    const headers = { Authorization: (memory) => `Token ${memory[`${user}-token`]}` };
    add(`token of ${user} reads`, { path: '/snippets/1/', headers });
    add(`token of ${user} creates`, create({ code: 'by token' }, headers));
    add(`token of ${user} replaces`, put('/snippets/1/', { code: 'by token' }, headers));
  }
}
