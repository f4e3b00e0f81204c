// The order of the checks, conditional requests and idempotency keys.
import { ALICE, BOB, basic, create, FORM_TYPE, HTML, put } from './make.mjs';

/** Each wrong in two ways at once: which check comes first. */
export function addOrders(add) {
  const wrong = { Authorization: basic('alice', 'wrong') };
  const broken = '{"code":';
  add('order: path before password', { path: '/nothing/', headers: wrong });
  add('order: Accept before password', { path: '/snippets/', headers: { ...wrong, Accept: 'image/png' } });
  add('order: password before method', { method: 'PATCH', path: '/snippets/', headers: wrong });
  add('order: permission before method', { method: 'PATCH', path: '/snippets/' });
  add('order: method before record', { method: 'PATCH', path: '/snippets/99999/', headers: ALICE });
  add('order: record before type', put('/snippets/99999/', 'x', { ...ALICE, 'Content-Type': 'text/plain' }));
  add('order: owner before type', put('/snippets/1/', 'x', { ...BOB, 'Content-Type': 'text/plain' }));
  add('order: owner before If-Match', put('/snippets/1/', broken, { ...BOB, 'If-Match': '"0"' }));
  add('order: If-Match before body', put('/snippets/1/', broken, { ...ALICE, 'If-Match': '"0"' }));
  add('order: type before size', {
    method: 'POST',
    path: '/snippets/',
    headers: { ...ALICE, 'Content-Type': 'text/plain', 'Content-Length': '99999999' },
  });
  add('order: format before body', { ...create(broken), path: '/snippets/?format=xml' });
  add('order: query with broken body', { ...create(broken), path: '/snippets/?format=' });
  add('order: host before path', { path: '/nothing/', headers: { Host: 'evil.example.com' } });
  add('order: key before body', create(broken, { ...ALICE, 'Idempotency-Key': '' }));
  add('order: key that is no key', create({ code: 'a' }, { ...ALICE, 'Idempotency-Key': 'é'.repeat(3) }));
}

export function addConditions(add) {
  const etag = (answer, memory) => {
    memory.etag = answer.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1] ?? '""';
  };
  for (const path of [
    '/',
    '/snippets/1/',
    '/users/1/',
    '/snippets/1/raw/',
    '/snippets/1/highlight/',
    '/openapi.json',
    '/.well-known/api-catalog',
  ]) {
    add(`etag of ${path}`, { path, keep: etag });
    const conditions = {
      same: (memory) => memory.etag,
      weak: (memory) => `W/${memory.etag}`,
      list: (memory) => `"x", ${memory.etag}`,
      any: '*',
      other: '"other"',
      broken: 'nonsense',
      empty: '',
    };
    for (const [name, value] of Object.entries(conditions)) {
      add(`If-None-Match ${name} ${path}`, { path, headers: { 'If-None-Match': value } });
    }
    add(`HEAD If-None-Match ${path}`, {
      method: 'HEAD',
      path,
      headers: { 'If-None-Match': (memory) => memory.etag },
    });
    add(`If-None-Match of gzip ${path}`, {
      path,
      headers: { 'If-None-Match': (memory) => memory.etag, 'Accept-Encoding': 'gzip' },
    });
    add(`If-None-Match as a page ${path}`, {
      path,
      headers: { 'If-None-Match': (memory) => memory.etag, ...HTML },
    });
    add(`If-Modified-Since ${path}`, {
      path,
      headers: { 'If-Modified-Since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
    });
    add(`Range ${path}`, { path, headers: { Range: 'bytes=0-3' } });
  }
  add('etag to save with', { path: '/snippets/6/', keep: etag });
  add('If-Match other', put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': '"other"' }));
  add('If-Match broken', put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': 'nonsense' }));
  add(
    'If-Match weak',
    put('/snippets/6/', { code: 'a' }, { ...ALICE, 'If-Match': (memory) => `W/${memory.etag}` }),
  );
  add('If-Match same', put('/snippets/6/', { code: 'b' }, { ...ALICE, 'If-Match': (memory) => memory.etag }));
  add('If-Match old', put('/snippets/6/', { code: 'c' }, { ...ALICE, 'If-Match': (memory) => memory.etag }));
  add('If-Match any', put('/snippets/6/', { code: 'd' }, { ...ALICE, 'If-Match': '*' }));
  add('DELETE If-Match old', {
    method: 'DELETE',
    path: '/snippets/6/',
    headers: { ...ALICE, 'If-Match': '"1"' },
  });
}

export function addKeys(add) {
  const key = (value) => ({ ...ALICE, 'Idempotency-Key': value });
  add('key first', create({ code: 'keyed' }, key('one')));
  add('key repeated', create({ code: 'keyed' }, key('one')));
  add('key repeated as a page', create({ code: 'keyed' }, { ...key('one'), ...HTML }));
  add('key repeated as a form', create('code=keyed', { ...key('one'), ...FORM_TYPE }));
  add('key for another body', create({ code: 'other' }, key('one')));
  add('key of another user', create({ code: 'keyed' }, { ...BOB, 'Idempotency-Key': 'one' }));
  add('key of a failure', create({ code: '' }, key('two')));
  add('key after a failure', create({ code: 'now right' }, key('two')));
  add('key too long', create({ code: 'a' }, key('k'.repeat(256))));
  add('key without a user', create({ code: 'a' }, { 'Idempotency-Key': 'three' }));
}
