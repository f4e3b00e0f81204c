/** A small service of collections, each with the fields, methods, pages and filters that a fault needs. */
import { parse } from 'yaml';
import { makeJudge } from './judge.js';
import { type Answer, type Paths, pathsOf, type Question, type Reply } from './run-harness.js';

/** Schemas of the fields that a collection may have. */
const FIELDS: Readonly<Record<string, object>> = parse(`
title: { type: string, minLength: 1, maxLength: 50 }
isbn: { type: string, minLength: 1, maxLength: 40, description: Unique. }
state: { type: string, enum: [open, done], default: open }
size: { type: string, enum: [s, m, l, xl, xxl] }
note: { type: [string, 'null'], maxLength: 80, default: null }
remark: { type: string, maxLength: 60 }
rank: { type: integer, minimum: 0, maximum: 99 }
price: { type: integer, minimum: 0, maximum: 1000 }
copies: { type: integer, format: int64, minimum: 0 }
due: { type: string, format: date-time }
place:
  type: object
  properties: { room: { type: string, maxLength: 30 }, floor: { type: integer, minimum: 0, maximum: 9 } }
steps: { type: array, maxItems: 4, items: { type: string, minLength: 1, maxLength: 9 } }
alarm:
  oneOf:
    - { type: object, required: [kind], properties: { kind: { type: string, enum: [bell] } } }
    - type: object
      required: [kind, delay]
      properties: { kind: { type: string, enum: [mail] }, delay: { type: integer, minimum: 0, maximum: 60 } }
authorId: &id { type: integer, minimum: 1, maximum: 1000000 }
author: *id
`);
const DEFAULTS = { state: 'open', note: null };

const PARAMETERS: Readonly<Record<string, object>> = parse(`
minPrice: { type: integer, minimum: 0, maximum: 1000 }
max_price: { type: integer, minimum: 0, maximum: 1000 }
due_after: { type: string, format: date-time }
from: { type: string, format: date-time, description: Due at or after. }
sort: { type: string, enum: [rank, -rank, title, -title] }
page: { type: integer, minimum: 1, maximum: 1000 }
size: { type: integer, minimum: 1, maximum: 100, default: 8 }
offset: { type: integer, minimum: 0, maximum: 1000 }
after: { type: integer, minimum: 0, maximum: 1000 }
cursor: { type: string }
limit: { type: integer, minimum: 1, maximum: 100 }
`);

/** The ways in which a list is told: the parameters, and the member beside the items; without one, the list alone. */
const PAGES: Readonly<Record<string, { parameters: readonly string[]; member?: object }>> = {
  page: { parameters: ['page', 'size'], member: { total: { type: 'integer' } } },
  offset: { parameters: ['offset', 'limit'] },
  after: { parameters: ['after', 'limit'], member: { next: { type: ['integer', 'null'] } } },
  link: { parameters: ['cursor', 'limit'], member: { next: { type: ['string', 'null'] } } },
};

const FILTERS = ['title', 'state', 'rank', 'authorId', 'minPrice', 'max_price', 'due_after', 'from', 'sort'];

export interface Shape {
  /** The first is required, and so are `authorId` and `author`. */
  readonly fields: readonly string[];
  /**
   * Methods of an item besides GET, filters, the kind of pages, `files` or one `photo` of an item, whether there is a
   * POST to `finish` it; whether it is told in an `envelope`; whether If-Match is
   * `optional` or `required`, whether POST needs a `header`, and whether each user has items of their own: `secured`;
   * whether their authors have to be finished: `approved`.
   */
  readonly more: readonly string[];
}

export interface Item {
  readonly id: number;
  readonly owner: string;
  version: number;
  fields: Record<string, unknown>;
  readonly files: Buffer[];
}

export type Ask = (question: Question) => Reply;
/** Stands before the service, or changes what it keeps. */
export type Fault = (question: Question, ask: Ask, items: Item[]) => Reply;

/** Tokens of the two users. */
export const USERS = ['--auth', 'bearer:ann', '--auth', 'bearer:ben'];

const { client, form, anyBytes, numbered } = parse(`
client: { name: X-Client, in: header, required: true, schema: { type: string, enum: [web] } }
form: { type: object, required: [file], properties: { file: { type: string, format: binary } } }
anyBytes: { content: { application/octet-stream: { schema: { type: string, format: binary } } } }
numbered: { type: object, properties: { id: { type: integer } } }
`);
const PATCH = 'application/merge-patch+json';

function describeCollection(path: string, { fields, more }: Shape): Paths {
  const has = (word: string) => more.includes(word);
  const properties = Object.fromEntries(fields.map((name) => [name, FIELDS[name]]));
  const required = fields.filter((name, index) => index === 0 || name.startsWith('author'));
  const taken = { type: 'object', required, properties };
  const told = {
    ...taken,
    required: ['id', ...required],
    properties: {
      id: { type: 'integer' },
      ...properties,
    },
  };
  const record = has('envelope') ? { type: 'object', properties: { data: told } } : told;
  const statuses = (...own: readonly number[]) => [...own, 400, 404, ...(has('secured') ? [401] : [])];
  const conflict = fields.includes('isbn') || has('approved') ? [409] : [];
  const conditions = [
    ...(has('optional') || has('required') ? [412] : []),
    ...(has('required') ? [428] : []),
  ];
  const ifMatch = { name: 'If-Match', in: 'header', required: has('required'), schema: { type: 'string' } };
  const { parameters, member } = PAGES[more.find((one) => one in PAGES) ?? 'offset'] ?? {};
  const list = { type: 'array', items: told };
  const query = [...(parameters ?? []), ...FILTERS.filter(has)].map((name) => ({
    ...{ name, in: 'query', schema: PARAMETERS[name] ?? FIELDS[name] },
    ...(name === 'minPrice' ? { description: 'Costs at least so much.' } : {}),
  }));
  const change = {
    gives: record,
    statuses: statuses(200, ...conflict, ...conditions),
    parameters: conditions.length > 0 ? [ifMatch] : [],
  };
  const patched = { type: 'object', properties, minProperties: 1 };
  const [item, files] = [`${path}/{${path === '/authors' ? 'author' : 'id'}}`, `${path}/{id}/files`];
  const operations: Readonly<Record<string, object>> = {
    [`GET ${path}`]: {
      gives: member ? { type: 'object', properties: { items: list, ...member } } : list,
      statuses: statuses(200),
      parameters: query,
    },
    [`POST ${path}`]: {
      takes: taken,
      gives: record,
      tells: 'Location',
      statuses: statuses(201, ...conflict),
      parameters: has('header') ? [client] : [],
    },
    [`GET ${item}`]: {
      gives: record,
      statuses: statuses(200, 304),
      ...(conditions.length > 0 ? { tells: 'ETag' } : {}),
    },
    ...(has('put') && { [`PUT ${item}`]: { ...change, takes: taken } }),
    // That it needs a condition only its 428 says.
    ...(has('patch') && { [`PATCH ${item}`]: { ...change, takes: patched, type: PATCH, parameters: [] } }),
    ...(has('finish') && { [`POST ${item}/finish`]: { gives: record, statuses: statuses(200) } }),
    ...(has('delete') && { [`DELETE ${item}`]: { statuses: statuses(204) } }),
    ...(has('photo') && {
      [`GET ${item}/photo`]: { responses: { 200: anyBytes, 404: {} } },
      [`PUT ${item}/photo`]: { requestBody: anyBytes, statuses: statuses(204) },
    }),
    ...(has('files') && {
      [`POST ${files}`]: {
        takes: form,
        type: 'multipart/form-data',
        gives: numbered,
        statuses: statuses(201),
      },
      [`GET ${files}/{fileId}`]: { gives: numbered, statuses: statuses(200) },
      [`GET ${files}/{fileId}/bytes`]: { responses: { 200: anyBytes, 404: {} } },
    }),
  };
  const security = has('secured') ? { security: [{ bearer: [] }] } : {};
  const secured = Object.entries(operations).map(([name, operation]) => [
    name,
    { ...operation, ...security },
  ]);
  return pathsOf(Object.fromEntries(secured));
}

const judge = makeJudge();

function makeCollection(path: string, shape: Shape, authors: readonly Item[], fault?: Fault) {
  const paths = describeCollection(path, shape);
  const templates = Object.keys(paths);
  const { fields, more } = shape;
  const has = (word: string) => more.includes(word);
  const defaults = Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => fields.includes(name)));
  const isConditional = has('optional') || has('required');
  const items: Item[] = [];
  let made = 0;

  const tell = ({ id, fields: told }: Item) => ({ ...told, id });
  const tellAlone = (item: Item) => (has('envelope') ? { data: tell(item) } : tell(item));
  const refusal = (given: Item['fields'], own?: Item): Reply | undefined => {
    const { authorId = given.author } = given;
    const author = authors.find(({ id }) => id === authorId);
    if (authorId !== undefined && !author) return [404];
    if (has('approved') && author && author.fields.state !== 'done') return [409];
    const isTaken = items.some((one) => one !== own && one.fields.isbn === given.isbn);
    return given.isbn !== undefined && isTaken ? [409] : undefined;
  };

  function list({ query }: Question, owner: string): Reply {
    const number = (names: readonly string[], usual: number) =>
      Number(names.map((name) => query.get(name)).find((text) => text !== null) ?? usual);
    const limit = number(['limit', 'size'], has('page') ? 8 : 100);
    const all = items.filter(
      (one) => one.owner === owner && FILTERS.every((name) => passes(one, name, query)),
    );
    const rest = all.filter(({ id }) => id > number(['cursor', 'after'], 0));
    const [, minus, name] = /^(-?)(rank|title)$/.exec(query.get('sort') ?? '') ?? [];
    const before = (one: Item, other: Item) =>
      name === 'title'
        ? String(one.fields.title).localeCompare(String(other.fields.title))
        : Number(one.fields.rank ?? 0) - Number(other.fields.rank ?? 0);
    if (name) rest.sort((one, other) => (minus ? before(other, one) : before(one, other)));
    const start = has('page') ? (number(['page'], 1) - 1) * limit : number(['offset'], 0);
    const told = rest.slice(start, start + limit);
    const last = rest.length > limit ? (told.at(-1)?.id ?? null) : null;
    const shown = told.map(tell);
    if (has('page')) return [200, { items: shown, total: all.length }];
    if (has('after')) return [200, { items: shown, next: last }];
    const following = new URLSearchParams(query);
    following.set('cursor', String(last));
    const next = last === null ? null : `${path}?${following}`;
    return has('link')
      ? [200, { items: shown, next }]
      : [200, shown, { 'X-Total-Count': String(all.length) }];
  }

  function create(given: Item['fields'], owner: string): Reply {
    const refused = refusal(given);
    if (refused) return refused;
    made += 1;
    const item = { id: made, owner, version: 0, fields: { ...defaults, ...given }, files: [] };
    items.push(item);
    return [201, tellAlone(item), { Location: `${path}/${made}` }];
  }

  function change(method: string, given: Item['fields'], item: Item): Reply {
    const refused = refusal(given, item);
    if (refused) return refused;
    item.fields = { ...(method === 'PUT' ? defaults : item.fields), ...given };
    item.version += 1;
    return [200, tellAlone(item)];
  }

  const ask: Ask = (question) => {
    const { method, path: asked, headers, bytes, body } = question;
    const [id, , fileId, isDownload] = asked.slice(path.length).split('/').slice(1);
    const template = templates.find((one) => one.split('/').length === asked.split('/').length) ?? '';
    const methods = Object.keys(paths[template] ?? {}).filter((name) => name !== 'parameters');
    const Allow = methods.join(', ').toUpperCase();
    if (methods.length === 0) return [404];
    if (method === 'OPTIONS') return [204, undefined, { Allow }];
    if (!methods.includes(method.toLowerCase())) return [405, undefined, { Allow }];
    const [, user = ''] = /^Bearer (ann|ben)$/.exec(headers.authorization ?? '') ?? [];
    if (has('secured') && user === '') return [401];
    const owner = has('secured') ? user : '';
    const item = items.find((one) => String(one.id) === id && one.owner === owner);
    if (id !== undefined && !item) return [404];
    const isChange = method === 'PUT' || method === 'PATCH';
    const condition = headers['if-match'];
    if (isChange && has('required') && condition === undefined) return [428];
    if (!judge(Object(paths[template]?.[method.toLowerCase()]), question)) return [400];
    if (!item) return method === 'GET' ? list(question, owner) : create(Object(body), owner);
    const ETag = `"${item.id}-${item.version}"`;
    if (fileId !== undefined) {
      const file = item.files[Number(fileId) - 1];
      if (!file) return [404];
      return isDownload ? [200, file] : [200, { id: Number(fileId) }];
    }
    if (template.endsWith('/finish')) item.fields = { ...item.fields, state: 'done' };
    if (template.endsWith('/photo')) {
      if (method === 'PUT') item.files[0] = bytes;
      return method === 'PUT' ? [204] : item.files[0] ? [200, item.files[0]] : [404];
    }
    if (template.endsWith('/files')) {
      const start = bytes.indexOf('\r\n\r\n', bytes.indexOf('name="file"')) + 4;
      item.files.push(bytes.subarray(start, bytes.indexOf('\r\n--', start)));
      return [201, { id: item.files.length }];
    }
    if (isChange && isConditional && condition !== undefined && condition !== ETag) return [412];
    if (isChange) return change(method, Object(body), item);
    if (method === 'DELETE') {
      items.splice(items.indexOf(item), 1);
      return [204];
    }
    const tag = isConditional ? { ETag } : undefined;
    return tag && headers['if-none-match'] === ETag ? [304, undefined, tag] : [200, tellAlone(item), tag];
  };
  const answer: Ask = fault ? (question) => fault(question, ask, items) : ask;
  return { paths, answer, items };
}

function passes({ fields }: Item, name: string, query: URLSearchParams): boolean {
  const value = query.get(name);
  if (value === null) return true;
  if (name === 'minPrice') return Number(fields.price) >= Number(value);
  if (name === 'max_price') return Number(fields.price) <= Number(value);
  if (name === 'due_after') return Date.parse(String(fields.due)) > Date.parse(value);
  if (name === 'from') return Date.parse(String(fields.due)) >= Date.parse(value);
  return name === 'sort' || String(fields[name]) === value;
}

/** @param shapes collections by their paths; they refer to the authors, who have no fault */
export function makeService(shapes: Readonly<Record<string, { shape: Shape; fault?: Fault | undefined }>>) {
  const authors = makeCollection('/authors', { fields: ['title', 'state'], more: ['finish'] }, []);
  const all = new Map([['/authors', authors]]);
  for (const [path, { shape, fault }] of Object.entries(shapes))
    all.set(path, makeCollection(path, shape, authors.items, fault));
  const answer: Answer = (question) => all.get(`/${question.path.split('/')[1]}`)?.answer(question) ?? [404];
  const document = {
    openapi: '3.1.0',
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.assign({}, ...[...all.values()].map(({ paths }) => paths)),
  };
  return { document, answer };
}
