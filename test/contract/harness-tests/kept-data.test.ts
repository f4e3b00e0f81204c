/** What a service was told it tells again: each way in which it may not, and nothing of a correct one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { json, meet, namesOf, pathParameter, type Reply } from './meet.js';

const FIELDS = {
  title: { type: 'string', minLength: 1, maxLength: 50 },
  state: { type: 'string', enum: ['open', 'done'], default: 'open' },
  note: { type: 'string', nullable: true, maxLength: 80, default: null },
  place: {
    type: 'object',
    properties: {
      room: { type: 'string', maxLength: 9 },
      floor: { type: 'integer', minimum: 0, maximum: 9 },
    },
  },
  steps: { type: 'array', maxItems: 4, items: { type: 'string', minLength: 1, maxLength: 9 } },
  labels: {
    type: 'array',
    maxItems: 3,
    uniqueItems: true,
    items: { type: 'string', enum: ['red', 'blue', 'green'] },
  },
  alarm: {
    oneOf: [
      { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['bell'] } } },
      {
        type: 'object',
        required: ['kind', 'delay'],
        properties: {
          kind: { type: 'string', enum: ['mail'] },
          delay: { type: 'integer', minimum: 0, maximum: 60 },
        },
      },
    ],
  },
};
const TASK = { type: 'object', required: ['title'], properties: FIELDS, example: { title: 'Tidy up' } };
const SHOWN = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, ...FIELDS },
};
const CHANGES = { type: 'object', minProperties: 1, properties: FIELDS };
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });

const document = {
  paths: {
    '/tasks': {
      get: {
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 500 }),
          query('cursor', { type: 'string' }),
          query('state', FIELDS.state),
          query('labels', FIELDS.labels, { style: 'form', explode: false }),
          query(
            'where',
            { type: 'object', properties: { state: FIELDS.state } },
            { style: 'deepObject', explode: true },
          ),
        ],
        responses: {
          200: json({
            type: 'object',
            properties: { items: { type: 'array', items: SHOWN }, next: { type: 'string', nullable: true } },
          }),
          400: {},
        },
      },
      post: { requestBody: { required: true, ...json(TASK) }, responses: { 201: json(SHOWN), 400: {} } },
    },
    '/tasks/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: json(SHOWN), 404: {} } },
      put: {
        requestBody: { required: true, ...json(TASK) },
        responses: { 200: json(SHOWN), 400: {}, 404: {} },
      },
      patch: {
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: CHANGES } } },
        responses: { 200: json(SHOWN), 400: {}, 404: {} },
      },
      delete: { responses: { 204: {}, 404: {} } },
    },
    '/tasks/{id}/files': {
      parameters: [pathParameter('id')],
      post: {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        responses: { 201: json({ type: 'object', properties: { id: { type: 'string' } } }), 404: {} },
      },
    },
    '/tasks/{id}/files/{fileId}': {
      parameters: [pathParameter('id'), pathParameter('fileId')],
      get: { responses: { 200: json({ type: 'object', properties: { id: { type: 'string' } } }), 404: {} } },
    },
    '/tasks/{id}/files/{fileId}/bytes': {
      parameters: [pathParameter('id'), pathParameter('fileId')],
      get: {
        responses: {
          200: { content: { 'application/octet-stream': { schema: { type: 'string' } } } },
          404: {},
        },
      },
    },
  },
};

const ajv = new Ajv({ strict: false });
const isTask = ajv.compile(TASK);
const areChanges = ajv.compile(CHANGES);

type Fields = Record<string, unknown>;

/** By what is wrong: the finding. */
const FAULTS = {
  'PUT merges': 'stored_data_conformance PUT /tasks/{id}',
  'PATCH resets what was not sent': 'stored_data_conformance PATCH /tasks/{id}',
  'PATCH does nothing for null': 'stored_data_conformance PATCH /tasks/{id}',
  'a nested field is dropped': 'stored_data_conformance POST /tasks',
  'lists come back in another order': 'stored_data_conformance POST /tasks',
  'the answer of PUT is the old one': 'stored_data_conformance PUT /tasks/{id}',
  'a filter does not filter': 'stored_data_conformance GET /tasks',
  'a deepObject is ignored': 'stored_data_conformance GET /tasks',
  'of several values the first counts': 'stored_data_conformance GET /tasks',
  'the next link skips': 'pagination_conformance GET /tasks',
  'bytes are mangled': 'stored_data_conformance POST /tasks/{id}/files',
  'files outlive their task': 'use_after_free GET /tasks/{id}/files/{fileId}',
  'the list keeps what was deleted': 'use_after_free GET /tasks',
  'a branch breaks at 0': 'not_a_server_error POST /tasks',
} as const;

function tasks(fault?: keyof typeof FAULTS) {
  const has = (name: keyof typeof FAULTS) => name === fault;
  const kept = new Map<string, Fields>();
  const files = new Map<string, Buffer>();
  const gone = new Map<string, Fields>();
  let count = 0;
  const whole = (given: Fields): Fields => ({ state: 'open', note: null, ...given });
  const tell = (id: string, fields: Fields) => ({ id, ...fields });
  const take = (given: Fields): Fields => {
    const { place, steps } = given;
    const { floor: _floor, ...rest } = Object(place);
    return {
      ...given,
      ...(has('a nested field is dropped') && place ? { place: rest } : {}),
      ...(has('lists come back in another order') && Array.isArray(steps)
        ? { steps: [...steps].reverse() }
        : {}),
    };
  };
  const breaks = (body: Fields) => has('a branch breaks at 0') && Object(body.alarm).delay === 0;

  function list(search: URLSearchParams): Reply {
    const limit = Number(search.get('limit') ?? 500);
    const state = has('a filter does not filter') ? null : search.get('state');
    const where = has('a deepObject is ignored') ? null : search.get('where[state]');
    const asked = search.get('labels')?.split(',') ?? [];
    const labels = has('of several values the first counts') ? asked.slice(0, 1) : asked;
    const all = [...kept, ...(has('the list keeps what was deleted') ? gone : [])].filter(
      ([, fields]) =>
        (state === null || fields.state === state) &&
        (where === null || fields.state === where) &&
        labels.every((label) => Array.isArray(fields.labels) && fields.labels.includes(label)),
    );
    const start = Number(search.get('cursor') ?? 0);
    const end = start + limit + (has('the next link skips') ? 1 : 0);
    const next = start + limit < all.length ? `/tasks?limit=${limit}&cursor=${end}` : null;
    return [200, { items: all.slice(start, start + limit).map(([id, fields]) => tell(id, fields)), next }];
  }

  return ({
    method,
    path,
    query: search,
    body,
  }: {
    method: string;
    path: string;
    query: URLSearchParams;
    body: unknown;
  }): Reply => {
    const [, , id = '', , fileId = '', bytes] = path.split('/');
    const given = Object(body) as Fields;
    if (path === '/tasks' && method === 'GET') return list(search);
    if (path === '/tasks') {
      if (!isTask(body)) return [400];
      if (breaks(given)) return [500];
      count += 1;
      kept.set(String(count), take(whole(given)));
      return [201, tell(String(count), kept.get(String(count)) ?? {})];
    }
    const fields = kept.get(id);
    if (fileId !== '') {
      const file = fields || has('files outlive their task') ? files.get(`${id}/${fileId}`) : undefined;
      if (!file) return [404];
      return bytes ? [200, file] : [200, { id: fileId }];
    }
    if (!fields) return [404];
    if (path.endsWith('/files')) {
      if (typeof body !== 'string') return [400];
      const raw = Buffer.from(body, 'latin1');
      const content = raw.subarray(raw.indexOf('\r\n\r\n') + 4, raw.lastIndexOf('\r\n--'));
      files.set(`${id}/1`, has('bytes are mangled') ? Buffer.from(content.toString('utf8')) : content);
      return [201, { id: '1' }];
    }
    if (method === 'DELETE') {
      gone.set(id, fields);
      kept.delete(id);
      return [204];
    }
    if (method === 'GET') return [200, tell(id, fields)];
    if (!(method === 'PUT' ? isTask(body) : areChanges(body))) return [400];
    const nulled = Object.entries(given).filter(
      ([, value]) => value !== null || !has('PATCH does nothing for null'),
    );
    const patched = {
      ...(has('PATCH resets what was not sent') ? whole({ title: fields.title }) : fields),
      ...take(Object.fromEntries(nulled)),
    };
    const put = { ...(has('PUT merges') ? fields : {}), ...take(has('PUT merges') ? given : whole(given)) };
    kept.set(id, method === 'PUT' ? put : patched);
    const told = has('the answer of PUT is the old one') && method === 'PUT' ? fields : kept.get(id);
    return [200, tell(id, told ?? {})];
  };
}

const checks = 'stored_data_conformance,pagination_conformance,use_after_free,not_a_server_error';
const options = ['--checks', checks, '--phases', 'examples,stateful,coverage'];

const meeting = (fault?: keyof typeof FAULTS, seed = 1) =>
  meet({
    document,
    answer: tasks(fault),
    options: [...options, '--seed', String(seed)],
    until: fault && FAULTS[fault],
  });

describe('a service that keeps what it is told', () => {
  for (const seed of [1])
    it(`has no finding (seed ${seed})`, { timeout: 60_000 }, async () => {
      assert.deepEqual(namesOf(await meeting(undefined, seed)), []);
    });
});

describe('a service of which', () => {
  for (const [fault, name] of Object.entries(FAULTS))
    it(`${fault} has a finding`, { timeout: 60_000 }, async () => {
      const found = namesOf(await meeting(fault as keyof typeof FAULTS));
      assert.ok(found.includes(name), found.join(', ') || 'nothing');
    });
});
