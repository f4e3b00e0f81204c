/** Which finding a 404 at `Location` is: a wrong Location, or a resource that cannot be read anywhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, meet, namesOf, pathParameter } from './meet.js';

const note = { type: 'object', properties: { id: { type: 'string' } } };
const document = {
  paths: {
    '/notes': {
      post: {
        requestBody: { required: true, ...json({ type: 'object' }) },
        responses: { 201: json(note) },
      },
    },
    '/notes/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: json(note), 404: {} } } },
  },
};

/** A service whose notes stand at `/notes/n1`. */
async function find({ location, isReadable = true, body = {} }: Service): Promise<string[]> {
  const checks = 'location_conformance,ensure_resource_availability';
  const run = await meet({
    document,
    options: ['--phases', 'stateful', '--checks', checks],
    answer({ method, path }) {
      if (method === 'POST') return [201, body, { Location: location }];
      return isReadable && path === '/notes/n1' ? [200, {}] : [404];
    },
  });
  // A service whose only resource cannot be read proves nothing, which is a finding of its own.
  return namesOf(run).filter((name) => !name.startsWith('vacuity '));
}

interface Service {
  readonly location: string;
  readonly isReadable?: boolean;
  readonly body?: object;
}

const MISSING = 'ensure_resource_availability GET /notes/{id}';
const WRONG = 'location_conformance POST /notes';

describe('a Location that answers 404', () => {
  it('is wrong when the resource can be read elsewhere', async () => {
    assert.deepEqual(await find({ location: '/old/notes/n1' }), [WRONG]);
    assert.deepEqual(await find({ location: '/old/notes/n1', body: { id: 'n1' } }), [WRONG]);
    assert.deepEqual(await find({ location: '/note/n1', body: { id: 'n1' } }), [WRONG]);
  });

  it('is not named when the resource cannot be read by its own name either', async () => {
    assert.deepEqual(await find({ location: '/notes/n1', isReadable: false, body: { id: 'n1' } }), [MISSING]);
  });

  it('is named first when nothing else tells the name of the resource', async () => {
    assert.deepEqual(await find({ location: '/notes/n1', isReadable: false }), [WRONG, MISSING]);
  });

  it('is wrong where the body has another id than the path', async () => {
    assert.deepEqual(await find({ location: '/old/notes/n1', body: { id: 'internal' } }), [WRONG]);
  });
});
