/** A service of nobody in this project, in which one fault at a time can be planted: what the harness has to find. */
import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { json, type Meeting, pathParameter, type Question, type Reply } from './meet.js';

export const ANN = 'bearer:ann';
export const BEN = 'bearer:ben';

const FIELDS = {
  title: { type: 'string', minLength: 1, maxLength: 50 },
  state: { type: 'string', enum: ['open', 'done'], default: 'open' },
  note: { type: 'string', nullable: true, maxLength: 80, default: null },
  rank: { type: 'integer', minimum: 0, maximum: 99 },
  due: { type: 'string', format: 'date-time' },
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
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const ENTRY = { type: 'object', required: ['name'], properties: { name: NAME }, example: { name: 'First' } };
const LISTED = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: NAME },
};

const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const count = (minimum: number, maximum = 1000) => ({ type: 'integer', minimum, maximum });
const etag = { headers: { ETag: { required: true, schema: { type: 'string' } } } };
const refused = { 400: {}, 401: {} };
const on = (...names: readonly string[]) => ({ parameters: names.map(pathParameter) });
const gives = (schema: object) => ({ responses: { 200: json(schema), ...refused, 404: {} } });
const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });

/** Its names are unique: a second entry of one name is a 409. */
const entries = (parameters: readonly object[], shown: object = { type: 'array', items: LISTED }) => ({
  get: { parameters: [...parameters, query('name', NAME)], responses: { 200: json(shown), ...refused } },
  post: { ...takes(ENTRY), responses: { 201: json(LISTED), ...refused, 409: {} } },
});
const entry = { ...on('id'), get: gives(LISTED) };

const FILE = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};
const ID = { type: 'object', properties: { id: { type: 'string' } } };

export const document = {
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/health': { get: { security: [], responses: { 200: {} } } },
    '/tasks': {
      get: {
        parameters: [
          query('limit', count(1, 500)),
          query('cursor', { type: 'string' }),
          query('state', FIELDS.state),
          query('rank', FIELDS.rank),
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
          ...refused,
        },
      },
      post: {
        parameters: [
          { name: 'X-Client', in: 'header', required: true, schema: { type: 'string', enum: ['web'] } },
        ],
        ...takes(TASK),
        responses: {
          201: { headers: { Location: { required: true, schema: { type: 'string' } } }, ...json(SHOWN) },
          ...refused,
        },
      },
    },
    '/tasks/{id}': {
      ...on('id'),
      get: { responses: { 200: { ...etag, ...json(SHOWN) }, 304: {}, 401: {}, 404: {} } },
      put: { ...takes(TASK), responses: { 200: json(SHOWN), ...refused, 404: {}, 412: {} } },
      patch: {
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: CHANGES } } },
        ...gives(SHOWN),
      },
      delete: { responses: { 204: {}, 401: {}, 404: {} } },
    },
    '/tasks/{id}/files': {
      ...on('id'),
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: FILE } } },
        responses: { 201: json(ID), ...refused, 404: {} },
      },
    },
    '/tasks/{id}/files/{fileId}': { ...on('id', 'fileId'), get: gives(ID) },
    '/tasks/{id}/files/{fileId}/bytes': {
      ...on('id', 'fileId'),
      get: {
        responses: {
          200: { content: { 'application/octet-stream': { schema: { type: 'string' } } } },
          401: {},
          404: {},
        },
      },
    },
    '/numbered': entries([query('page', count(1)), query('size', count(1, 100))]),
    '/numbered/{id}': entry,
    '/counted': entries([query('offset', count(0)), query('limit', count(1, 100))]),
    '/counted/{id}': entry,
    '/followed': entries([query('after', count(0)), query('limit', count(1, 100))], {
      type: 'object',
      properties: { items: { type: 'array', items: LISTED }, next: { type: 'integer', nullable: true } },
    }),
    '/followed/{id}': entry,
  },
};

/** By what is wrong: the check and the operation that have to be named. */
export const FAULTS = {
  'PUT merges': 'stored_data_conformance PUT /tasks/{id}',
  'a PUT without the field gives another default': 'stored_data_conformance PUT /tasks/{id}',
  'PATCH resets what was not sent': 'stored_data_conformance PATCH /tasks/{id}',
  'PATCH does nothing for null': 'stored_data_conformance PATCH /tasks/{id}',
  'a nested field is dropped': 'stored_data_conformance POST /tasks',
  'lists come back in another order': 'stored_data_conformance POST /tasks',
  'the first item of a list is dropped': 'stored_data_conformance POST /tasks',
  'the offset of a time is dropped': 'stored_data_conformance POST /tasks',
  'texts end at U+0000': 'stored_data_conformance POST /tasks',
  'texts lose what is not Latin': 'stored_data_conformance POST /tasks',
  'the answer of PUT is the old one': 'stored_data_conformance PUT /tasks/{id}',
  'bytes are mangled': 'stored_data_conformance POST /tasks/{id}/files',
  'a filter does not filter': 'stored_data_conformance GET /tasks',
  'a filter of numbers does not filter': 'stored_data_conformance GET /tasks',
  'a filter of unique names does not filter': 'stored_data_conformance GET /numbered',
  'a deepObject is ignored': 'stored_data_conformance GET /tasks',
  'of several values the first counts': 'stored_data_conformance GET /tasks',
  'the next link skips': 'pagination_conformance GET /tasks',
  'the pages skip an item': 'pagination_conformance GET /numbered',
  'the number of the page is ignored': 'pagination_conformance GET /numbered',
  'the size is ignored': 'pagination_conformance GET /numbered',
  'the offset overlaps': 'pagination_conformance GET /counted',
  'the cursor shows its item again': 'pagination_conformance GET /followed',
  'files outlive their task': 'use_after_free GET /tasks/{id}/files/{fileId}',
  'the list keeps what was deleted': 'use_after_free GET /tasks',
  'a deleted task can be read': 'use_after_free GET /tasks/{id}',
  'a created task is not there': 'ensure_resource_availability GET /tasks/{id}',
  'Location leads elsewhere': 'location_conformance POST /tasks',
  'If-None-Match is ignored': 'conditional_request_conformance GET /tasks/{id}',
  'If-Match is ignored': 'conditional_request_conformance PUT /tasks/{id}',
  'the same PUT is refused': 'idempotency_conformance PUT /tasks/{id}',
  'anybody may read': 'ignored_auth GET /tasks/{id}',
  'another user may delete': 'object_level_authorization DELETE /tasks/{id}',
  'a branch breaks at 0': 'not_a_server_error POST /tasks',
  'U+0000 breaks it': 'not_a_server_error POST /numbered',
  'the first item alone is validated': 'negative_data_rejection POST /tasks',
  'a long title is cut off at 49': 'positive_data_acceptance POST /tasks',
  'a refusal has another status': 'status_code_conformance POST /tasks',
  'JSON is called HTML': 'content_type_conformance POST /tasks',
  'a required header is missing': 'response_headers_conformance GET /tasks/{id}',
  'a number is told as a text': 'response_schema_conformance GET /counted',
  'a required header is not required': 'missing_required_header POST /tasks',
  'every method is taken': 'unsupported_method PATCH /health',
  'Allow lacks a method': 'allow_header_conformance OPTIONS /tasks',
} as const;
export type Fault = keyof typeof FAULTS;

const ajv = new Ajv({ strict: false, logger: false });
// ajv-formats is CommonJS: its default export is the function itself, which its types do not say under nodenext.
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
const isTask = ajv.compile(TASK);
const areChanges = ajv.compile(CHANGES);
const isEntry = ajv.compile(ENTRY);

type Fields = Record<string, unknown>;
const DEFAULTS = { state: 'open', note: null };

export function makeTasks(...faults: readonly Fault[]): Meeting['answer'] {
  const has = (name: Fault) => faults.includes(name);
  const kept = new Map<string, Fields>();
  const owners = new Map<string, string>();
  const gone = new Map<string, Fields>();
  const files = new Map<string, Buffer>();
  const lists = new Map<string, { id: number; name: string }[]>();
  const replaced = new Set<string>();
  let made = 0;

  const text = (value: unknown) => {
    if (typeof value !== 'string') return value;
    const whole = has('texts end at U+0000') ? value.split('\u0000')[0] : value;
    return has('texts lose what is not Latin') ? whole?.replace(/[\u0250-\uffff]/g, '?') : whole;
  };
  const take = (given: Fields): Fields => {
    const { place, steps, due } = given;
    const { floor: _floor, ...rest } = Object(place);
    const list = Array.isArray(steps) ? steps : [];
    return {
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)])),
      ...(has('a nested field is dropped') && place ? { place: rest } : {}),
      ...(has('lists come back in another order') && steps ? { steps: list.toReversed() } : {}),
      ...(has('the first item of a list is dropped') && steps ? { steps: list.slice(1) } : {}),
      ...(has('the offset of a time is dropped') && due
        ? { due: String(due).replace(/[+-]\d\d:\d\d$/, 'Z') }
        : {}),
    };
  };
  const isAllowed = (body: unknown) => {
    if (has('a long title is cut off at 49') && String(Object(body).title).length > 49) return false;
    const { steps } = Object(body);
    const one =
      has('the first item alone is validated') && Array.isArray(steps) ? { steps: steps.slice(0, 1) } : {};
    return isTask(
      typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...one } : body,
    );
  };

  function tasks(search: URLSearchParams, who: string): Reply {
    const limit = Number(search.get('limit') ?? 500);
    const state = has('a filter does not filter') ? null : search.get('state');
    const rank = has('a filter of numbers does not filter') ? null : search.get('rank');
    const where = has('a deepObject is ignored') ? null : search.get('where[state]');
    const asked = search.get('labels')?.split(',') ?? [];
    const labels = has('of several values the first counts') ? asked.slice(0, 1) : asked;
    const all = [...kept, ...(has('the list keeps what was deleted') ? gone : [])].filter(
      ([id, fields]) =>
        owners.get(id) === who &&
        (state === null || fields.state === state) &&
        (rank === null || fields.rank === Number(rank)) &&
        (where === null || fields.state === where) &&
        labels.every((label) => Array.isArray(fields.labels) && fields.labels.includes(label)),
    );
    const start = Number(search.get('cursor') ?? 0);
    const more = new URLSearchParams(search);
    more.set('cursor', String(start + limit + (has('the next link skips') ? 1 : 0)));
    const items = all.slice(start, start + limit).map(([id, fields]) => ({ id, ...fields }));
    return [200, { items, next: start + limit < all.length ? `/tasks?${more}` : null }];
  }

  function entriesOf({ method, path, query: search, body }: Question): Reply {
    const [, list = '', id] = path.split('/');
    const all = lists.get(list) ?? [];
    lists.set(list, all);
    if (id !== undefined) {
      const found = all.find((one) => String(one.id) === id);
      return found ? [200, found] : [404];
    }
    if (method === 'POST') {
      if (!isEntry(body)) return [400];
      const { name } = body as { name: string };
      if (has('U+0000 breaks it') && name.includes('\u0000')) return [500];
      if (all.some((one) => one.name === name)) return [409];
      all.push({ id: all.length + 1, name });
      return [201, all.at(-1)];
    }
    const name = has('a filter of unique names does not filter') ? null : search.get('name');
    const filtered = all.filter((one) => name === null || one.name === name);
    const size = has('the size is ignored') ? 1000 : Number(search.get('size') ?? search.get('limit') ?? 100);
    const page = has('the number of the page is ignored') ? 1 : Number(search.get('page') ?? 1);
    const skipped = has('the pages skip an item') ? page - 1 : 0;
    const overlap = has('the offset overlaps') && Number(search.get('offset')) > 0 ? 1 : 0;
    const after = Number(search.get('after') ?? 0) - (has('the cursor shows its item again') ? 1 : 0);
    const start =
      list === 'numbered' ? (page - 1) * size + skipped : Number(search.get('offset') ?? 0) - overlap;
    if (list !== 'followed') {
      const part = filtered.slice(start, start + size);
      return [
        200,
        has('a number is told as a text') ? part.map((one) => ({ ...one, id: `${one.id}` })) : part,
      ];
    }
    const rest = filtered.filter((one) => one.id > after);
    const items = rest.slice(0, size);
    return [200, { items, next: rest.length > size ? (items.at(-1)?.id ?? null) : null }];
  }

  function task({ method, path, headers, body }: Question, who: string): Reply {
    const [, , id = '', , fileId = '', bytes] = path.split('/');
    const found =
      kept.get(id) ??
      (has('a deleted task can be read') && method === 'GET' && fileId === '' ? gone.get(id) : undefined);
    const isOwn =
      owners.get(id) === who ||
      has('anybody may read') ||
      (has('another user may delete') && method === 'DELETE');
    const fields = isOwn ? found : undefined;
    if (fileId !== '') {
      const file = fields || has('files outlive their task') ? files.get(`${id}/${fileId}`) : undefined;
      if (!file) return [404];
      return bytes ? [200, file] : [200, { id: fileId }];
    }
    if (!fields) return [404];
    if (path.endsWith('/files')) {
      const raw = Buffer.from(String(body), 'latin1');
      if (!/^multipart\/form-data/.test(headers['content-type'] ?? '') || !raw.includes('name="file"'))
        return [400];
      const content = raw.subarray(raw.indexOf('\r\n\r\n') + 4, raw.lastIndexOf('\r\n--'));
      files.set(`${id}/1`, has('bytes are mangled') ? Buffer.from(content.toString('utf8')) : content);
      return [201, { id: '1' }];
    }
    const ETag = `"${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}"`;
    if (method === 'DELETE') {
      gone.set(id, fields);
      kept.delete(id);
      return [204];
    }
    if (method === 'GET') {
      if (has('a created task is not there')) return [404];
      const isKnown = headers['if-none-match'] === ETag && !has('If-None-Match is ignored');
      if (isKnown) return [304, undefined, { ETag }];
      return [200, { id, ...fields }, has('a required header is missing') ? {} : { ETag }];
    }
    const given = Object(body) as Fields;
    if (!/json/.test(headers['content-type'] ?? '') || !(method === 'PUT' ? isTask(body) : areChanges(body)))
      return [400];
    const condition = headers['if-match'];
    if (condition !== undefined && condition !== ETag && !has('If-Match is ignored')) return [412];
    const repeated = `${id} ${JSON.stringify(given)}`;
    if (method === 'PUT' && has('the same PUT is refused') && replaced.has(repeated)) return [400];
    replaced.add(repeated);
    const nulled = Object.entries(given).filter(
      ([, value]) => value !== null || !has('PATCH does nothing for null'),
    );
    const patched = {
      ...(has('PATCH resets what was not sent') ? { ...DEFAULTS, title: fields.title } : fields),
      ...take(Object.fromEntries(nulled)),
    };
    const defaults = {
      ...DEFAULTS,
      ...(has('a PUT without the field gives another default') ? { state: 'done' } : {}),
    };
    const put = has('PUT merges') ? { ...fields, ...take(given) } : { ...defaults, ...take(given) };
    kept.set(id, method === 'PUT' ? put : patched);
    const told = has('the answer of PUT is the old one') && method === 'PUT' ? fields : kept.get(id);
    return [200, { id, ...told }];
  }

  return (question) => {
    const { method, path, headers, body, query: search } = question;
    const item = Object.entries(document.paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    const [template = '', operations = {}] = item ?? [];
    const methods = Object.keys(operations)
      .map((name) => name.toUpperCase())
      .filter((name) => name !== 'PARAMETERS');
    const lacking = has('Allow lacks a method') && template === '/tasks' ? methods.slice(1) : methods;
    const Allow = lacking.join(', ');
    if (template === '') return [404];
    if (method === 'OPTIONS') return [204, undefined, { Allow }];
    if (!methods.includes(method))
      return has('every method is taken') ? [200, {}] : [405, undefined, { Allow }];
    if (path === '/health') return [200];
    const [, who = ''] = /^Bearer (ann|ben)$/.exec(headers.authorization ?? '') ?? [];
    if (who === '' && !(has('anybody may read') && method === 'GET')) return [401];
    if (!path.startsWith('/tasks')) return isQuery(template, search) ? entriesOf(question) : [400];
    if (method === 'GET' && path === '/tasks') return isQuery(template, search) ? tasks(search, who) : [400];
    if (path !== '/tasks') return task(question, who);
    if (headers['x-client'] !== 'web' && !has('a required header is not required')) return [400];
    if (!isAllowed(body) || !/json/.test(headers['content-type'] ?? ''))
      return [has('a refusal has another status') ? 422 : 400];
    const given = Object(body) as Fields;
    if (has('a branch breaks at 0') && Object(given.alarm).delay === 0) return [500];
    made += 1;
    const id = String(made);
    owners.set(id, who);
    kept.set(id, take({ ...DEFAULTS, ...given }));
    const Location = `/${has('Location leads elsewhere') ? 'task' : 'tasks'}/${id}`;
    const more = has('JSON is called HTML') ? { 'Content-Type': 'text/html' } : {};
    return [201, { id, ...kept.get(id) }, { Location, ...more }];
  };
}

/** Whether the parameters keep their schemas, read as everybody reads them. */
function isQuery(template: string, search: URLSearchParams): boolean {
  const paths: Readonly<Record<string, object>> = document.paths;
  // The document above has nothing else there.
  const { get } = (paths[template] ?? {}) as { get?: { parameters?: readonly Parameter[] } };
  return (get?.parameters ?? []).every(({ name, schema, explode }) => {
    const values = search.getAll(name);
    const nested = [...search].filter(([key]) => key.startsWith(`${name}[`));
    if (schema.type === 'object')
      return ajv.validate(
        schema,
        Object.fromEntries(nested.map(([key, value]) => [key.slice(name.length + 1, -1), value])),
      );
    if (values.length === 0) return true;
    const [first = ''] = values;
    if (schema.type === 'array') return ajv.validate(schema, explode === false ? first.split(',') : values);
    return ajv.validate(schema, schema.type === 'integer' && /^-?\d+$/.test(first) ? Number(first) : first);
  });
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly type: string };
  readonly explode?: boolean;
}
