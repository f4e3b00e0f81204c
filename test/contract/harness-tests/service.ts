/** A small service of collections, each with the fields, methods, pages and filters that a fault needs. */
import { type Judged, makeJudge } from './judge.js';
import { type Answer, json, on, type Question, type Reply, takes } from './run-harness.js';

const text = (maxLength: number, more: object = {}) => ({ type: 'string', minLength: 1, maxLength, ...more });
const whole = (minimum: number, maximum: number, more: object = {}) => ({
  type: 'integer',
  minimum,
  maximum,
  ...more,
});
const choice = (...names: readonly string[]) => ({ type: 'string', enum: names });
const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties,
});

/** Those that a collection may have. */
const FIELDS = {
  title: text(50),
  isbn: text(40, { description: 'The key of a book: it is unique.' }),
  state: { ...choice('open', 'done'), default: 'open' },
  note: { type: ['string', 'null'], maxLength: 80, default: null },
  remark: { type: 'string', maxLength: 60 },
  rank: whole(0, 99),
  price: whole(0, 1000),
  copies: { type: 'integer', format: 'int64', minimum: 0 },
  due: { type: 'string', format: 'date-time' },
  bought: { type: 'string', format: 'date-time', description: 'The offset is kept as it was sent.' },
  place: object({ room: { type: 'string', maxLength: 30 }, floor: whole(0, 9) }),
  steps: { type: 'array', maxItems: 4, items: text(9) },
  labels: { type: 'array', maxItems: 3, uniqueItems: true, items: choice('red', 'blue', 'green') },
  alarm: {
    oneOf: [
      object({ kind: choice('bell') }, 'kind'),
      object({ kind: choice('mail'), delay: whole(0, 60) }, 'kind', 'delay'),
    ],
  },
  authorId: whole(1, 1_000_000),
};
export type Field = keyof typeof FIELDS;
const DEFAULTS = { state: 'open', note: null };

const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
const filter = (name: Field) => query(name, FIELDS[name]);

const FILTERS = {
  title: filter('title'),
  state: filter('state'),
  rank: filter('rank'),
  authorId: filter('authorId'),
  labels: query('labels', FIELDS.labels, { style: 'form', explode: false }),
  minPrice: query('minPrice', FIELDS.price, { description: 'Costs at least so much.' }),
  max_price: query('max_price', FIELDS.price),
};

/** The way that a list is told in: the parameters, and the members beside the items. */
const PAGES = {
  page: {
    parameters: [query('page', whole(1, 1000)), query('size', whole(1, 100))],
    members: { total: { type: 'integer' } },
  },
  offset: {
    parameters: [query('offset', whole(0, 1000)), query('limit', whole(1, 100))],
    members: undefined,
  },
  after: {
    parameters: [query('after', whole(0, 1000)), query('limit', whole(1, 100))],
    members: { next: { type: ['integer', 'null'] } },
  },
  link: {
    parameters: [query('cursor', { type: 'string' }), query('limit', whole(1, 100))],
    members: { next: { type: ['string', 'null'] } },
  },
};

export type Filter = keyof typeof FILTERS;

export interface Shape {
  /** The first is required, and so is `authorId`. */
  readonly fields: readonly Field[];
  /** Of an item, besides GET. */
  readonly methods?: readonly ('put' | 'patch' | 'delete')[];
  readonly filters?: readonly Filter[];
  readonly pages?: keyof typeof PAGES;
  /** Whether If-Match may be sent, or has to be. */
  readonly conditions?: 'optional' | 'required' | undefined;
  /** Whether each user has items of their own. */
  readonly secured?: boolean;
  /** Whether POST needs a header. */
  readonly header?: boolean;
  /** Whether an item has files. */
  readonly files?: boolean;
  /** Whether an item has one photo. */
  readonly photo?: boolean;
}

export interface Item {
  readonly id: number;
  readonly owner: string;
  version: number;
  fields: Record<string, unknown>;
  readonly files: Buffer[];
}

type Ask = (question: Question) => Reply;
/** Stands before the service, or changes what it keeps. */
export type Fault = (question: Question, ask: Ask, items: Item[]) => Reply;

export interface Collection {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly answer: Ask;
}

/** Tokens of the two users. */
export const USERS = ['--auth', 'bearer:ann', '--auth', 'bearer:ben'];
const AUTHORS = '/authors';

const etag = { headers: { ETag: { required: true, schema: { type: 'string' } } } };

function describeCollection(path: string, shape: Shape): Collection['paths'] {
  const { fields, methods = [], filters = [], pages = 'offset', conditions, secured } = shape;
  const { header, files, photo } = shape;
  const properties = Object.fromEntries(fields.map((name) => [name, FIELDS[name]]));
  const required = fields.filter((name, index) => index === 0 || name === 'authorId');
  const body = object(properties, ...required);
  const shown = object({ id: { type: 'integer' }, ...properties }, 'id', ...required);
  const isUnique = fields.includes('isbn');
  const refused = { 400: {}, ...(secured ? { 401: {} } : {}) };
  const missing = { ...refused, 404: {} };
  const conflict = isUnique ? { 409: { description: 'There is one already.' } } : {};
  const change = {
    ...(conditions
      ? {
          parameters: [
            {
              name: 'If-Match',
              in: 'header',
              required: conditions === 'required',
              schema: { type: 'string' },
            },
          ],
        }
      : {}),
    responses: {
      200: json(shown),
      ...missing,
      ...conflict,
      ...(conditions ? { 412: {} } : {}),
      ...(conditions === 'required' ? { 428: {} } : {}),
    },
  };
  const changes = { 'application/merge-patch+json': { schema: { ...object(properties), minProperties: 1 } } };
  const item = {
    get: { responses: { 200: { ...(conditions ? etag : {}), ...json(shown) }, 304: {}, ...missing } },
    put: { ...change, ...takes(body) },
    patch: { ...change, requestBody: { required: true, content: changes } },
    delete: { responses: { 204: {}, ...missing } },
  };
  const { parameters, members } = PAGES[pages];
  const list = { type: 'array', items: shown };
  const client = { name: 'X-Client', in: 'header', required: true, schema: choice('web') };
  const file = object({ file: { type: 'string', format: 'binary' } }, 'file');
  const fileId = object({ id: { type: 'integer' } });
  const security = secured ? { security: [{ bearer: [] }] } : {};
  const secure = (operations: object) =>
    Object.fromEntries(
      Object.entries(operations).map(([name, one]) => [
        name,
        name === 'parameters' ? one : { ...one, ...security },
      ]),
    );
  return {
    [path]: secure({
      get: {
        parameters: [...parameters, ...filters.map((name) => FILTERS[name])],
        responses: { 200: json(members ? object({ items: list, ...members }) : list), ...refused },
      },
      post: {
        ...(header ? { parameters: [client] } : {}),
        ...takes(body),
        responses: {
          201: { headers: { Location: { required: true, schema: { type: 'string' } } }, ...json(shown) },
          ...missing,
          ...conflict,
        },
      },
    }),
    [`${path}/{id}`]: secure({
      ...on('id'),
      get: item.get,
      ...Object.fromEntries(methods.map((method) => [method, item[method]])),
    }),
    ...(photo && {
      [`${path}/{id}/photo`]: secure({
        ...on('id'),
        get: { responses: { 200: { content: BYTES }, ...missing } },
        put: { requestBody: { required: true, content: BYTES }, responses: { 204: {}, ...missing } },
      }),
    }),
    ...(files && {
      [`${path}/{id}/files`]: secure({
        ...on('id'),
        post: {
          requestBody: { required: true, content: { 'multipart/form-data': { schema: file } } },
          responses: { 201: json(fileId), ...missing },
        },
      }),
      [`${path}/{id}/files/{fileId}`]: secure({
        ...on('id', 'fileId'),
        get: { responses: { 200: json(fileId), ...missing } },
      }),
      [`${path}/{id}/files/{fileId}/bytes`]: secure({
        ...on('id', 'fileId'),
        get: {
          responses: { 200: { content: BYTES }, ...missing },
        },
      }),
    }),
  };
}

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const judge = makeJudge();

export function makeCollection(
  path: string,
  shape: Shape,
  authors: readonly Item[],
  fault?: Fault,
): Collection {
  const paths = describeCollection(path, shape);
  const templates = Object.keys(paths);
  const { fields, pages = 'offset', conditions, secured } = shape;
  const properties = Object.fromEntries(fields.map((name) => [name, FIELDS[name]]));
  const items: Item[] = [];
  let made = 0;

  const tell = ({ id, fields: told }: Item) => ({ ...told, id });
  const refusal = (given: Record<string, unknown>, own?: Item): Reply | undefined => {
    if (given.authorId !== undefined && !authors.some(({ id }) => id === given.authorId)) return [404];
    const isTaken = items.some((one) => one !== own && one.fields.isbn === given.isbn);
    return given.isbn !== undefined && isTaken ? [409] : undefined;
  };

  function list({ query: search }: Question, owner: string): Reply {
    const limit = Number(search.get('limit') ?? search.get('size') ?? 100);
    const cursor = Number(search.get('cursor') ?? search.get('after') ?? 0);
    const all = items.filter(
      (one) => one.owner === owner && Object.keys(FILTERS).every((name) => passes(one.fields, name, search)),
    );
    const rest = all.filter(({ id }) => id > cursor);
    const start =
      pages === 'page' ? (Number(search.get('page') ?? 1) - 1) * limit : Number(search.get('offset') ?? 0);
    const told = rest.slice(start, start + limit);
    const last = rest.length > limit ? (told.at(-1)?.id ?? null) : null;
    const more = new URLSearchParams(search);
    more.set('cursor', String(last));
    const next = pages === 'after' || last === null ? last : `${path}?${more}`;
    const shown = told.map(tell);
    if (pages === 'offset') return [200, shown];
    return [200, pages === 'page' ? { items: shown, total: all.length } : { items: shown, next }];
  }

  function create({ body }: Question, owner: string): Reply {
    const given = body as Record<string, unknown>;
    const refused = refusal(given);
    if (refused) return refused;
    made += 1;
    const defaults = Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => name in properties));
    const item = { id: made, owner, version: 0, fields: { ...defaults, ...given }, files: [] };
    items.push(item);
    return [201, tell(item), { Location: `${path}/${made}` }];
  }

  function change({ method, headers, body }: Question, item: Item, ETag: string): Reply {
    const condition = headers['if-match'];
    if (conditions && condition !== undefined && condition !== ETag) return [412];
    const given = body as Record<string, unknown>;
    const refused = refusal(given, item);
    if (refused) return refused;
    const defaults = Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => name in properties));
    item.fields = { ...(method === 'PUT' ? defaults : item.fields), ...given };
    item.version += 1;
    return [200, tell(item)];
  }

  const ask: Ask = (question) => {
    const { method, path: asked, headers, bytes } = question;
    const [id, , fileId, isDownload] = asked.slice(path.length).split('/').slice(1);
    const template = templates.find((one) => one.split('/').length === asked.split('/').length) ?? '';
    const methods = Object.keys(paths[template] ?? {}).filter((name) => name !== 'parameters');
    const Allow = methods.join(', ').toUpperCase();
    if (methods.length === 0) return [404];
    if (method === 'OPTIONS') return [204, undefined, { Allow }];
    if (!methods.includes(method.toLowerCase())) return [405, undefined, { Allow }];
    const [, user = ''] = /^Bearer (ann|ben)$/.exec(headers.authorization ?? '') ?? [];
    if (secured && user === '') return [401];
    const owner = secured ? user : '';
    const item = items.find((one) => String(one.id) === id && one.owner === owner);
    if (id !== undefined && !item) return [404];
    const isChange = method === 'PUT' || method === 'PATCH';
    if (isChange && conditions === 'required' && headers['if-match'] === undefined) return [428];
    // Each operation above is one.
    if (!judge(paths[template]?.[method.toLowerCase()] as Judged, question)) return [400];
    if (!item) return method === 'GET' ? list(question, owner) : create(question, owner);
    const ETag = `"${item.id}-${item.version}"`;
    if (fileId !== undefined) {
      const file = item.files[Number(fileId) - 1];
      if (!file) return [404];
      return isDownload ? [200, file] : [200, { id: Number(fileId) }];
    }
    if (template.endsWith('/photo')) {
      if (method === 'PUT') item.files[0] = bytes;
      return method === 'PUT' ? [204] : item.files[0] ? [200, item.files[0]] : [404];
    }
    if (template.endsWith('/files')) {
      const start = bytes.indexOf('\r\n\r\n', bytes.indexOf('name="file"')) + 4;
      item.files.push(bytes.subarray(start, bytes.indexOf('\r\n--', start)));
      return [201, { id: item.files.length }];
    }
    if (isChange) return change(question, item, ETag);
    if (method === 'DELETE') {
      items.splice(items.indexOf(item), 1);
      return [204];
    }
    const tag = conditions ? { ETag } : undefined;
    return tag && headers['if-none-match'] === ETag ? [304, undefined, tag] : [200, tell(item), tag];
  };
  return { paths, answer: fault ? (question) => fault(question, ask, items) : ask };
}

function passes(fields: Item['fields'], name: string, search: URLSearchParams): boolean {
  const value = search.get(name);
  if (value === null) return true;
  const { labels, price } = fields;
  if (name === 'labels')
    return value.split(',').every((one) => Array.isArray(labels) && labels.includes(one));
  if (name === 'minPrice') return Number(price) >= Number(value);
  if (name === 'max_price') return Number(price) <= Number(value);
  return String(fields[name]) === value;
}

/** @param shapes collections by their paths; they refer to the authors, who have no fault */
export function makeService(shapes: Readonly<Record<string, { shape: Shape; fault?: Fault | undefined }>>) {
  const known: Item[] = [];
  const authors = makeCollection(AUTHORS, { fields: ['title'] }, [], (question, ask, items) => {
    const reply = ask(question);
    known.splice(0, known.length, ...items);
    return reply;
  });
  const all = new Map([[AUTHORS, authors]]);
  for (const [path, { shape, fault }] of Object.entries(shapes))
    all.set(path, makeCollection(path, shape, known, fault));
  const answer: Answer = (question) => {
    const [, first = ''] = question.path.split('/');
    return all.get(`/${first}`)?.answer(question) ?? [404];
  };
  const document = {
    openapi: '3.1.0',
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.assign({}, ...[...all.values()].map(({ paths }) => paths)) as Collection['paths'],
  };
  return { document, answer };
}
