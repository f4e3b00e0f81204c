/** Rules about HTTP itself: each with a service that breaks it, and one that breaks none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, meet, namesOf, pathParameter, type Question, type Reply } from './meet.js';

const NOTE = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 20 } },
};
const CLIENT = { name: 'X-Client', in: 'header', required: true, schema: { type: 'string', enum: ['web'] } };

const document = {
  paths: {
    '/notes': {
      post: {
        parameters: [CLIENT],
        requestBody: { required: true, ...json(NOTE) },
        responses: { 201: json(NOTE), 400: {} },
      },
    },
    '/notes/{id}': {
      parameters: [pathParameter('id')],
      get: {
        responses: {
          200: {
            headers: {
              ETag: { required: true, schema: { type: 'string' } },
              'Access-Control-Allow-Origin': { schema: { type: 'string' } },
            },
            content: { 'application/json': { schema: NOTE }, 'text/plain': { schema: { type: 'string' } } },
          },
          304: {},
          404: {},
        },
      },
      put: {
        requestBody: { required: true, ...json(NOTE) },
        responses: { 200: json(NOTE), 400: {}, 404: {} },
      },
      delete: { responses: { 204: {}, 404: {} } },
    },
  },
};

/** By what is wrong: the finding. */
const FAULTS = {
  'sends again what If-None-Match names': 'conditional_request_conformance GET /notes/{id}',
  'calls JSON HTML': 'content_type_conformance POST /notes',
  'refuses the same PUT twice': 'idempotency_conformance PUT /notes/{id}',
  'does without a required header': 'missing_required_header POST /notes',
} as const;
type Fault = keyof typeof FAULTS;

function notes(fault?: Fault) {
  const kept = new Map<string, string>();
  const isNote = (body: unknown): body is { title: string } => {
    const title: unknown = Object(body).title;
    return typeof title === 'string' && [...title].length >= 1 && [...title].length <= 20;
  };
  const replaced = new Set<string>();
  let count = 0;
  return ({ method, path, headers, body }: Question): Reply => {
    if (method === 'OPTIONS') return [204];
    if (path === '/notes') {
      if (headers['x-client'] !== 'web' && fault !== 'does without a required header') return [400];
      if (!isNote(body)) return [400];
      count += 1;
      kept.set(`/notes/${count}`, body.title);
      const type = fault === 'calls JSON HTML' ? { 'Content-Type': 'text/html' } : {};
      return [201, { title: body.title }, { Location: `/notes/${count}`, ...type }];
    }
    const title = kept.get(path);
    if (title === undefined) return [404];
    if (method === 'DELETE') return kept.delete(path) ? [204] : [404];
    if (method === 'PUT') {
      if (!isNote(body)) return [400];
      const put = `${path} ${body.title}`;
      if (replaced.has(put) && fault === 'refuses the same PUT twice') return [400];
      replaced.add(put);
      kept.set(path, body.title);
      return [200, { title: body.title }];
    }
    const ETag = `"${Buffer.from(title).toString('base64')}"`;
    if (headers['if-none-match'] === ETag && fault !== 'sends again what If-None-Match names')
      return [304, undefined, { ETag }];
    const isText = headers.accept === 'text/plain';
    return isText
      ? [200, Buffer.from(title), { ETag, 'Content-Type': 'text/plain' }]
      : [200, { title }, { ETag }];
  };
}

const checks = [...new Set(Object.values(FAULTS).map((name) => name.split(' ')[0]))].join(',');

describe('a service that', () => {
  const options = ['--checks', checks, '--max-examples', '3'];
  const found = async (fault?: Fault) =>
    namesOf(await meet({ document, answer: notes(fault), options, until: fault && FAULTS[fault] }));

  it('keeps what HTTP promises has no finding', async () => {
    assert.deepEqual(await found(), []);
  });

  for (const [fault, name] of Object.entries(FAULTS))
    it(`${fault} has a finding`, async () => {
      const names = await found(fault as Fault);
      assert.ok(names.includes(name), names.join(', ') || 'nothing');
    });
});
