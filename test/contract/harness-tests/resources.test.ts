/** What a path names is found, or made, however the service makes it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, type Meeting, meet, namesOf, type Question, type Reply } from './meet.js';

const path = (...names: readonly string[]) => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
});
const object = json({ type: 'object' });

/** @returns the operations that were never accepted, and what else was found */
async function hold(paths: object, answer: Meeting['answer'], phases: string): Promise<string[]> {
  const checks = 'not_a_server_error,use_after_free,ensure_resource_availability';
  const options = ['--phases', phases, '--checks', checks];
  return namesOf(await meet({ document: { paths }, answer, options }));
}

describe('a resource', () => {
  const KV = {
    '/kv/{key}': {
      ...path('key'),
      put: { requestBody: object, responses: { 204: {} } },
      get: { responses: { 200: {}, 404: {} } },
      delete: { responses: { 204: {}, 404: {} } },
    },
  };
  const keepValues = ({ forgets = true } = {}) => {
    const kept = new Set<string>();
    return ({ method, path: key }: Question): Reply => {
      if (method === 'PUT') kept.add(key);
      else if (!kept.has(key)) return [404];
      if (method === 'DELETE' && forgets) kept.delete(key);
      return method === 'GET' ? [200, {}] : [204];
    };
  };

  it('is made by PUT where clients give the names', async () => {
    assert.deepEqual(await hold(KV, keepValues(), 'examples'), []);
  });

  it('that was made by PUT is read, deleted and read again', async () => {
    assert.deepEqual(await hold(KV, keepValues(), 'stateful'), []);
    const found = await hold(KV, keepValues({ forgets: false }), 'stateful');
    assert.deepEqual(found, ['use_after_free GET /kv/{key}']);
  });

  it('is found where paths give its parameters other names', async () => {
    const found = await hold(
      {
        '/users': { post: { requestBody: object, responses: { 201: {} } } },
        '/users/{userId}/posts': {
          ...path('userId'),
          post: { requestBody: object, responses: { 201: {} } },
        },
        '/users/{uid}/posts/{postId}': { ...path('uid', 'postId'), get: { responses: { 200: {}, 404: {} } } },
        '/users/{u}/posts/{p}/text': { ...path('u', 'p'), get: { responses: { 200: {}, 404: {} } } },
      },
      ({ method, path: address }) => {
        if (method === 'POST' && address === '/users') return [201, { id: 'ann' }];
        if (method === 'POST' && address === '/users/ann/posts') return [201, { id: 'first' }];
        return [/^\/users\/ann\/posts\/first(\/text)?$/.test(address) ? 200 : 404, {}];
      },
      'examples,stateful',
    );
    assert.deepEqual(found, []);
  });

  it('need not have a part that is made by a PUT of its own', async () => {
    let hasCover = false;
    const found = await hold(
      {
        '/docs': { post: { requestBody: object, responses: { 201: {} } } },
        '/docs/{id}': { ...path('id'), get: { responses: { 200: {} } } },
        '/docs/{id}/cover': {
          ...path('id'),
          get: { responses: { 200: {}, 404: {} } },
          put: { requestBody: object, responses: { 204: {} } },
        },
      },
      ({ method, path: address }) => {
        if (method === 'POST') hasCover = false;
        if (method === 'PUT') hasCover = true;
        if (method === 'POST') return [201, { id: 1 }];
        return [address === '/docs/1' || hasCover ? 200 : 404, {}];
      },
      'stateful',
    );
    assert.deepEqual(found, []);
  });

  it('is found at a Location that has a % of its own', async () => {
    const found = await hold(
      {
        '/things': { post: { requestBody: object, responses: { 201: {} } } },
        '/things/{id}': { ...path('id'), get: { responses: { 200: {}, 404: {} } } },
      },
      ({ method, path: address }) => {
        if (method === 'POST') return [201, undefined, { Location: '/things/50%' }];
        return [address === '/things/50%25' ? 200 : 404, {}];
      },
      'examples',
    );
    assert.deepEqual(found, []);
  });
});
