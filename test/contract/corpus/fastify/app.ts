/** A library on Fastify, with faults that can be planted. Nothing here knows Snippet Store. */

import { Ajv } from 'ajv';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { LIBRARY } from './library-spec.js';

/** By the check that has to find it. */
export const LIBRARY_FAULTS = {
  not_a_server_error: 'a book of 5000 pages breaks the service',
  status_code_conformance: 'a new book is answered with 200',
  content_type_conformance: 'a missing book is answered as text',
  response_headers_conformance: 'a book has no ETag',
  response_schema_conformance: 'pages are told as text',
  negative_data_rejection: 'any genre is taken',
  positive_data_acceptance: 'five tags are refused',
  missing_required_header: 'X-Client may be missing',
  unsupported_method: 'PATCH is answered',
  allow_header_conformance: 'Allow promises PATCH',
  use_after_free: 'removed books can be read',
  ensure_resource_availability: 'new books cannot be read',
  ignored_auth: 'anybody may remove books',
  object_level_authorization: 'every user may replace a book',
  stored_data_conformance: 'PUT ignores tags',
  accept_conformance: 'summaries are JSON alone',
  conditional_request_conformance: 'If-Match is not read',
  location_conformance: 'Location leads to another path',
  pagination_conformance: 'the last book of a slice comes again',
  retry_after_conformance: '429 does not say how long',
  idempotency_conformance: 'PUT leaves a copy in the list',
  head_conformance: 'HEAD has an ETag of its own',
  cors_conformance: 'preflights are refused',
} as const;

type Fields = Readonly<Record<string, unknown>>;
interface Book {
  readonly id: string;
  readonly owner: string;
  fields: Fields;
  version: number;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const { NewBook } = LIBRARY.components.schemas;

/** @param users names by their tokens */
export function makeLibrary(users: Readonly<Record<string, string>>, fault?: string): FastifyInstance {
  const has = (name: keyof typeof LIBRARY_FAULTS) => LIBRARY_FAULTS[name] === fault;
  const app = Fastify({ exposeHeadRoutes: false, routerOptions: { maxParamLength: 1000 } });
  const ajv = new Ajv({ strict: false });
  const isBook = ajv.compile(
    has('negative_data_rejection')
      ? { ...NewBook, properties: { ...NewBook.properties, genre: { type: 'string' } } }
      : NewBook,
  );
  const books = new Map<string, Book>();
  const removed = new Map<string, Book>();
  let count = 0;
  let asked = 0;

  const userOf = ({ headers: { authorization = '' } }: FastifyRequest) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? [];
    const user = Object.hasOwn(users, token) ? users[token] : undefined;
    if (user === undefined) throw new Refusal(401, 'Who are you?', { 'WWW-Authenticate': 'Bearer' });
    return user;
  };
  const idOf = ({ params }: FastifyRequest) => String((params as { bookId?: unknown }).bookId);
  const bookOf = (request: FastifyRequest) => {
    const book = books.get(idOf(request));
    if (!book) throw new Refusal(404, 'There is no such book.');
    return book;
  };
  const readFields = ({ body }: FastifyRequest): Fields => {
    if (!isBook(body)) throw new Refusal(400, ajv.errorsText(isBook.errors));
    const fields = body as Fields;
    if (has('positive_data_acceptance') && Array.isArray(fields.tags) && fields.tags.length === 5)
      throw new Refusal(400, 'Too many tags.');
    if (has('not_a_server_error') && fields.pages === 5000) throw new Error('Out of paper.');
    return { tags: [], ...fields };
  };
  const represent = ({ id, fields }: Book) => ({
    id,
    ...fields,
    ...(has('response_schema_conformance') ? { pages: String(fields.pages) } : {}),
  });
  const send = (reply: FastifyReply, book: Book, status: number) => {
    if (!has('response_headers_conformance')) reply.header('ETag', `"v${book.version}"`);
    return reply.code(status).send(represent(book));
  };
  const checkMatch = ({ headers }: FastifyRequest, { version }: Book) => {
    const { 'if-match': wanted } = headers;
    if (wanted !== undefined && wanted !== `"v${version}"` && !has('conditional_request_conformance'))
      throw new Refusal(412, 'The version is another one.');
  };
  const checkOwner = (user: string, { owner }: Book) => {
    if (user !== owner) throw new Refusal(403, 'It is not yours.');
  };
  const keep = (owner: string, fields: Fields) => {
    count += 1;
    const book = { id: `b${count}`, owner, fields, version: count };
    books.set(book.id, book);
    return book;
  };

  const routes: Record<string, Record<string, (request: FastifyRequest, reply: FastifyReply) => unknown>> = {
    '/books': {
      GET: (request, reply) => {
        userOf(request);
        const { limit = '50', after = '', genre, ...others } = request.query as Record<string, unknown>;
        const isWhole = typeof limit === 'string' && /^[1-9][0-9]?$/.test(limit) && Number(limit) <= 50;
        const isKnown = genre === undefined || NewBook.properties.genre.enum.includes(String(genre));
        if (
          !isWhole ||
          !isKnown ||
          typeof after !== 'string' ||
          [...after].length > 60 ||
          Array.isArray(others)
        )
          throw new Refusal(400, 'A parameter is wrong.');
        const all = [...books.values()].filter(({ fields }) => genre === undefined || fields.genre === genre);
        const start = after === '' ? 0 : all.findIndex(({ id }) => id === after) + 1;
        const slice = all.slice(start, start + Number(limit));
        const last = slice.at(has('pagination_conformance') && slice.length > 1 ? -2 : -1);
        if (start + slice.length < all.length && last)
          reply.header('Link', `</books?limit=${limit}&after=${last.id}>; rel="next"`);
        return slice.map(represent);
      },
      POST: (request, reply) => {
        const user = userOf(request);
        if (!request.headers['x-client'] && !has('missing_required_header'))
          throw new Refusal(400, 'X-Client is missing.');
        const book = keep(user, readFields(request));
        if (has('ensure_resource_availability')) books.delete(book.id);
        reply.header('Location', has('location_conformance') ? `/book/${book.id}` : `/books/${book.id}`);
        return send(reply, book, has('status_code_conformance') ? 200 : 201);
      },
    },
    '/books/:bookId': {
      GET: (request, reply) => {
        userOf(request);
        const gone = has('use_after_free') ? removed.get(idOf(request)) : undefined;
        const book = gone ?? bookOf(request);
        if (request.headers['if-none-match'] === `"v${book.version}"`)
          return reply.code(304).header('ETag', `"v${book.version}"`).send();
        return send(reply, book, 200);
      },
      PUT: (request, reply) => {
        const user = userOf(request);
        const book = bookOf(request);
        if (!has('object_level_authorization')) checkOwner(user, book);
        const fields = readFields(request);
        checkMatch(request, book);
        count += 1;
        const tags = has('stored_data_conformance') ? { tags: book.fields.tags } : {};
        book.fields = { ...fields, ...tags };
        book.version = count;
        if (has('idempotency_conformance')) keep(user, fields);
        return send(reply, book, 200);
      },
      DELETE: (request, reply) => {
        const user = has('ignored_auth') ? undefined : userOf(request);
        const book = bookOf(request);
        if (user !== undefined) checkOwner(user, book);
        checkMatch(request, book);
        books.delete(book.id);
        removed.set(book.id, book);
        return reply.code(204).send();
      },
    },
    '/books/:bookId/summary': {
      GET: (request, reply) => {
        userOf(request);
        const { fields } = bookOf(request);
        const summary = `${fields.title}, ${fields.pages} pages.`;
        const isText = /text\/(plain|\*)/.test(request.headers.accept ?? '') && !has('accept_conformance');
        return isText ? reply.type('text/plain').send(summary) : { summary };
      },
    },
    '/opening-hours': {
      GET: (_request, reply) => {
        asked += 1;
        reply.header('Access-Control-Allow-Origin', '*');
        if (asked % 9 === 4) {
          if (!has('retry_after_conformance')) reply.header('Retry-After', '1');
          return reply.code(429).send({ detail: 'Too many requests.' });
        }
        return { monday: '9-17' };
      },
      ...(has('cors_conformance')
        ? { OPTIONS: (_request, reply) => reply.code(204).header('Allow', 'GET, HEAD, OPTIONS').send() }
        : {
            OPTIONS: (_request, reply) =>
              reply
                .code(204)
                .headers({
                  Allow: 'GET, HEAD, OPTIONS',
                  'Access-Control-Allow-Origin': '*',
                  'Access-Control-Allow-Methods': 'GET',
                })
                .send(),
          }),
    },
  };

  for (const [url, methods] of Object.entries(routes)) {
    for (const [method, handler] of Object.entries(methods)) app.route({ method, url, handler });
    const { GET } = methods;
    if (GET)
      app.route({
        method: 'HEAD',
        url,
        handler: (request, reply) => {
          if (has('head_conformance')) reply.raw.setHeader('ETag', '"head"');
          return GET(request, reply);
        },
        ...(has('head_conformance')
          ? {
              onSend: (_request, reply, payload, done) => {
                if (reply.hasHeader('ETag')) reply.header('ETag', '"v0"');
                done(null, payload);
              },
            }
          : {}),
      });
  }
  app.get('/openapi.json', () => LIBRARY);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const found = Object.keys(routes).find((url) =>
      new RegExp(`^${url.replace(':bookId', '[^/]+')}$`).test(path),
    );
    if (found === undefined) return reply.code(404).send({ detail: 'There is nothing here.' });
    if (request.method === 'PATCH' && has('unsupported_method')) return { detail: 'patched' };
    const own = Object.keys(routes[found] ?? {}).filter((method) => method !== 'OPTIONS');
    const allow = [...own, 'HEAD', 'OPTIONS', ...(has('allow_header_conformance') ? ['PATCH'] : [])].join(
      ', ',
    );
    if (request.method === 'OPTIONS' && path !== '/opening-hours')
      return reply.code(204).header('Allow', allow).send();
    return reply.code(405).header('Allow', allow).send({ detail: 'Not for this path.' });
  });
  app.setErrorHandler((error: Error & { status?: number; statusCode?: number }, _request, reply) => {
    if (error instanceof Refusal) {
      reply.headers(error.headers);
      if (error.status === 404 && has('content_type_conformance'))
        return reply.code(404).type('text/plain').send(error.message);
      return reply.code(error.status).send({ detail: error.message });
    }
    return reply.code(error.statusCode ?? 500).send({ detail: error.message });
  });
  return app;
}
