/** A lending library, in which one fault at a time can be planted: what is unique, referred to, paged, and exact. */
import type { Schema } from '../harness/document/model.js';
import { makeValidators } from '../harness/document/validators.js';
import { json, type Meeting, pathParameter, type Question, type Reply } from './meet.js';

const AUTHOR = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 60 } },
};
const FIELDS = {
  isbn: { type: 'string', minLength: 1, maxLength: 40, description: 'The key of a book: it is unique.' },
  title: { type: 'string', minLength: 1, maxLength: 60 },
  authorId: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  copies: { type: 'integer', format: 'int64', minimum: 0 },
  price: { type: 'integer', minimum: 0, maximum: 1000 },
  bought: { type: 'string', format: 'date-time', description: 'The offset is kept as it was sent.' },
  remark: { type: 'string', maxLength: 60 },
  shelf: { type: 'object', properties: { row: { type: 'string', maxLength: 30 } } },
};
const BOOK = { type: 'object', required: ['isbn', 'title', 'authorId'], properties: FIELDS };
const CHANGES = { type: 'object', minProperties: 1, properties: FIELDS };
const id = { type: 'integer' };
const shown = (schema: { required: readonly string[]; properties: object }) => ({
  type: 'object',
  required: ['id', ...schema.required],
  properties: { id, ...schema.properties },
});
const query = (name: string, minimum: number, maximum: number, description = '') => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', minimum, maximum },
});
const pageOf = (items: object) =>
  json({ type: 'object', properties: { items: { type: 'array', items }, total: { type: 'integer' } } });
const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const changes = (schema: object, mediaType: string) => ({
  parameters: [{ name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { [mediaType]: { schema } } },
  responses: { 200: json(shown(BOOK)), 400: {}, 404: {}, 409: {}, 412: {}, 428: {} },
});

export const library = {
  paths: {
    '/authors': {
      get: {
        parameters: [query('page', 1, 1000), query('size', 1, 100)],
        responses: { 200: pageOf(shown(AUTHOR)), 400: {} },
      },
      post: { ...takes(AUTHOR), responses: { 201: json(shown(AUTHOR)), 400: {} } },
    },
    '/authors/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: json(shown(AUTHOR)), 404: {} } },
    },
    '/books': {
      get: {
        parameters: [
          query('offset', 0, 1000),
          query('limit', 1, 100),
          query('minPrice', 0, 1000, 'Costs at least so much.'),
          query('max_price', 0, 1000),
          query('authorId', 1, 1000),
        ],
        responses: { 200: pageOf(shown(BOOK)), 400: {} },
      },
      post: {
        ...takes(BOOK),
        responses: {
          201: json(shown(BOOK)),
          400: {},
          404: {},
          409: { description: 'There is one already.' },
        },
      },
    },
    '/books/{id}': {
      parameters: [pathParameter('id')],
      get: {
        responses: {
          200: { headers: { ETag: { required: true, schema: { type: 'string' } } }, ...json(shown(BOOK)) },
          404: {},
        },
      },
      put: changes(BOOK, 'application/json'),
      patch: changes(CHANGES, 'application/merge-patch+json'),
      delete: { responses: { 204: {}, 404: {} } },
    },
  },
};

/** By what is wrong: the check and the operation that have to be named. */
export const LIBRARY_FAULTS = {
  'a title is trimmed': 'stored_data_conformance POST /books',
  'a new title is trimmed by PUT': 'stored_data_conformance PUT /books/{id}',
  'a row of a shelf is trimmed': 'stored_data_conformance POST /books',
  'texts are composed': 'stored_data_conformance POST /books',
  'texts lose other planes': 'stored_data_conformance PATCH /books/{id}',
  'a long integer is kept as a double': 'stored_data_conformance POST /books',
  'an integer beyond 2^60 is cut off': 'stored_data_conformance POST /books',
  'the offset is dropped': 'stored_data_conformance POST /books',
  'the offset is not kept': 'stored_data_conformance POST /books',
  'the fraction of a time moves it': 'stored_data_conformance POST /books',
  'the last page lacks an item': 'pagination_conformance GET /books',
  'the total is that of the page': 'pagination_conformance GET /books',
  'the second page repeats': 'pagination_conformance GET /authors',
  'the total of authors counts one more': 'pagination_conformance GET /authors',
  'PUT changes the next record': 'stored_data_conformance PUT /books/{id}',
  'PATCH changes all remarks': 'stored_data_conformance PATCH /books/{id}',
  'the ETag stays after PUT': 'conditional_request_conformance GET /books/{id}',
  'the ETag stays after PATCH': 'conditional_request_conformance GET /books/{id}',
  'PUT takes an old ETag': 'conditional_request_conformance PUT /books/{id}',
  'PATCH takes an old ETag': 'conditional_request_conformance PATCH /books/{id}',
  'PUT needs no If-Match': 'conditional_request_conformance PUT /books/{id}',
  'a key is taken twice': 'uniqueness_conformance POST /books',
  'PUT takes the key of another': 'uniqueness_conformance PUT /books/{id}',
  'PATCH takes the key of another': 'uniqueness_conformance PATCH /books/{id}',
  'PATCH loses the author': 'stored_data_conformance PATCH /books/{id}',
  'PATCH loses the remark': 'stored_data_conformance PATCH /books/{id}',
  'minPrice leaves out its bound': 'stored_data_conformance GET /books',
  'max_price leaves out its bound': 'stored_data_conformance GET /books',
  'authorId is ignored': 'stored_data_conformance GET /books',
  'max_price is ignored': 'stored_data_conformance GET /books',
} as const;
export type LibraryFault = keyof typeof LIBRARY_FAULTS;

/** ajv alone knows no BigInt. */
const { sent } = makeValidators();
const validator = (schema: Schema) => (value: unknown) => sent(schema)(value).length === 0;
const isAuthor = validator(AUTHOR);
const isBook = validator(BOOK);
const areChanges = validator(CHANGES);

const METHODS: Readonly<Record<string, readonly string[]>> = {
  authors: ['GET', 'POST'],
  'authors/': ['GET'],
  books: ['GET', 'POST'],
  'books/': ['GET', 'PUT', 'PATCH', 'DELETE'],
};

function isQuery(name: string, value: string): boolean {
  const most = ['limit', 'size'].includes(name) ? 100 : 1000;
  const least = ['limit', 'size', 'page', 'authorId'].includes(name) ? 1 : 0;
  return /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

interface Book {
  readonly id: number;
  readonly [name: string]: unknown;
}

export function makeLibrary(...faults: readonly LibraryFault[]): Meeting['answer'] {
  const has = (name: LibraryFault) => faults.includes(name);
  const authors: { id: number; name: string }[] = [];
  let books: Book[] = [];
  const versions = new Map<number, number>();
  let made = 0;

  const text = (value: string, name: string, method: string) => {
    const isTrimmed =
      (has('a title is trimmed') && name === 'title') ||
      (has('a new title is trimmed by PUT') && name === 'title' && method === 'PUT');
    const whole = isTrimmed ? value.trim() : value;
    const composed = has('texts are composed') ? whole.normalize('NFC') : whole;
    return has('texts lose other planes') && method === 'PATCH'
      ? composed.replace(/[\u{10000}-\u{10ffff}]/gu, '?')
      : composed;
  };
  const time = (value: string) => {
    if (has('the offset is dropped')) return value.replace(/[+-]\d\d:\d\d$/, 'Z');
    if (has('the offset is not kept')) return new Date(value).toISOString();
    const isLate = has('the fraction of a time moves it') && value.includes('.');
    return isLate ? new Date(Date.parse(value) + 60_000).toISOString() : value;
  };
  const integer = (value: bigint) => {
    if (has('an integer beyond 2^60 is cut off') && value > 2n ** 60n) return 2n ** 60n;
    return has('a long integer is kept as a double') ? BigInt(Number(value)) : value;
  };
  const take = (given: object, method: string) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (name === 'bought') return [name, time(value)];
        if (typeof value === 'string') return [name, text(value, name, method)];
        if (typeof value === 'bigint') return [name, integer(value)];
        if (name === 'shelf' && has('a row of a shelf is trimmed') && typeof value.row === 'string')
          return [name, { row: value.row.trim() }];
        return [name, value];
      }),
    );

  function pages(all: readonly object[], search: URLSearchParams, name: 'books' | 'authors'): Reply {
    const size = Number(search.get('limit') ?? search.get('size') ?? 10);
    const page = Number(search.get('page') ?? 1);
    const overlap = has('the second page repeats') && page === 2 ? 1 : 0;
    const start = name === 'books' ? Number(search.get('offset') ?? 0) : (page - 1) * size - overlap;
    const items = all.slice(start, start + size);
    const isLast = start > 0 && start + size >= all.length;
    const part =
      has('the last page lacks an item') && name === 'books' && isLast ? items.slice(0, -1) : items;
    const more = has('the total of authors counts one more') && name === 'authors' ? 1 : 0;
    const counted = has('the total is that of the page') && name === 'books' ? part.length : all.length;
    return [200, { items: part, total: counted + more }];
  }

  function list(search: URLSearchParams): Reply {
    const least = Number(search.get('minPrice') ?? -1);
    const most = has('max_price is ignored') ? Infinity : Number(search.get('max_price') ?? Infinity);
    const isWithin = (price: number) =>
      (has('minPrice leaves out its bound') ? price > least : price >= least) &&
      (has('max_price leaves out its bound') && most < Infinity ? price < most : price <= most);
    const author = has('authorId is ignored') ? null : search.get('authorId');
    const isAsked = search.has('minPrice') || search.has('max_price');
    return pages(
      books.filter(
        ({ price, authorId }) =>
          (author === null || String(authorId) === author) &&
          (!isAsked || (price !== undefined && isWithin(Number(price)))),
      ),
      search,
      'books',
    );
  }

  const isTaken = (isbn: unknown, own?: number) =>
    books.some((book) => book.isbn === isbn && book.id !== own);
  const hasAuthor = ({ authorId }: { authorId?: unknown }) =>
    authorId === undefined || authors.some((author) => author.id === Number(authorId));

  function change({ method, headers, body }: Question, book: Book, tag: string): Reply {
    const given = headers['if-match'];
    if (given === undefined && !(has('PUT needs no If-Match') && method === 'PUT')) return [428];
    if (!(method === 'PUT' ? isBook(body) : areChanges(body))) return [400];
    const takesOld = has(method === 'PUT' ? 'PUT takes an old ETag' : 'PATCH takes an old ETag');
    const isOld = /^"\d+-\d+"$/.test(given ?? '') && takesOld;
    if (given !== undefined && given !== tag && !isOld) return [412];
    const fields = Object(body) as Record<string, unknown>;
    if (!hasAuthor(fields)) return [404];
    const takesKeys = has(
      method === 'PUT' ? 'PUT takes the key of another' : 'PATCH takes the key of another',
    );
    if (isTaken(fields.isbn, book.id) && !takesKeys) return [409];
    const { authorId, remark, ...rest } = book;
    const kept = {
      ...rest,
      ...(has('PATCH loses the author') ? { authorId: authors[0]?.id } : { authorId }),
      ...(has('PATCH loses the remark') || remark === undefined ? {} : { remark }),
    };
    const changed = { ...(method === 'PUT' ? {} : kept), ...take(fields, method), id: book.id };
    books = books.map((one) => (one.id === book.id ? changed : one));
    const next = books[books.findIndex((one) => one.id === book.id) + 1];
    if (has('PUT changes the next record') && method === 'PUT' && next)
      books = books.map((one) => (one === next ? { ...one, title: String(fields.title) } : one));
    if (has('PATCH changes all remarks') && method === 'PATCH' && fields.remark !== undefined)
      books = books.map((one) => ({ ...one, remark: fields.remark }));
    const stays = has(method === 'PUT' ? 'the ETag stays after PUT' : 'the ETag stays after PATCH');
    if (!stays) versions.set(book.id, (versions.get(book.id) ?? 0) + 1);
    return [200, books.find((one) => one.id === book.id)];
  }

  return (question) => {
    const { method, path, headers, body, query: search } = question;
    const [, collection = '', name] = path.split('/');
    const methods = METHODS[`${collection}${name === undefined ? '' : '/'}`];
    if (!methods) return [404];
    if (!methods.includes(method)) return [405, undefined, { Allow: methods.join(', ') }];
    if (!/^GET|DELETE$/.test(method) && !/json/.test(headers['content-type'] ?? '')) return [400];
    if (![...search].every(([key, value]) => isQuery(key, value))) return [400];
    if (collection === 'authors') {
      if (name !== undefined) {
        const author = authors.find((one) => String(one.id) === name);
        return author ? [200, author] : [404];
      }
      if (method === 'GET') return pages(authors, search, 'authors');
      if (!isAuthor(body)) return [400];
      authors.push({ ...(body as { name: string }), id: authors.length + 1 });
      return [201, authors.at(-1)];
    }
    if (name === undefined) {
      if (method === 'GET') return list(search);
      if (!isBook(body)) return [400];
      const fields = Object(body) as Record<string, unknown>;
      if (!hasAuthor(fields)) return [404];
      if (isTaken(fields.isbn) && !has('a key is taken twice')) return [409];
      made += 1;
      books.push({ ...take(fields, method), id: made });
      return [201, books.at(-1)];
    }
    const book = books.find((one) => String(one.id) === name);
    if (!book) return [404];
    const ETag = `"${book.id}-${versions.get(book.id) ?? 0}"`;
    if (method === 'GET') return [200, book, { ETag }];
    if (method !== 'DELETE') return change(question, book, ETag);
    books = books.filter((one) => one !== book);
    return [204];
  };
}
