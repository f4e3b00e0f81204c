/** The description of the library: books with owners, pages of lists, versions, two representations. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const problem = (description: string) => ({ description, ...json(ref('Problem')) });

const ETAG = { required: true, schema: { type: 'string', pattern: '^"v[0-9]+"$' } };
const UNAUTHORIZED = {
  ...problem('Credentials are missing or wrong.'),
  headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
};
const COMMON = { 401: UNAUTHORIZED, 404: problem('There is no such book.') };
const WRITE = {
  ...COMMON,
  400: problem('A field is wrong.'),
  403: problem("The book is somebody else's."),
  412: problem('The version is another one.'),
  415: problem('Only JSON is read.'),
};
const book = (description: string) => ({ description, headers: { ETag: ETAG }, ...json(ref('Book')) });
const body = { required: true, ...json(ref('NewBook')) };
const ID = {
  name: 'bookId',
  in: 'path',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 60 },
};
const CONDITION = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });

const FIELDS = {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  genre: { type: 'string', enum: ['novel', 'poetry', 'science'] },
  pages: { type: 'integer', minimum: 1, maximum: 5000 },
  tags: {
    type: 'array',
    maxItems: 5,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 20 },
  },
  isbn: { type: 'string', pattern: '^[0-9]{13}$', nullable: true },
};

export const LIBRARY = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  security: [{ bearer: [] }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'after', in: 'query', schema: { type: 'string', maxLength: 60 } },
          { name: 'genre', in: 'query', schema: FIELDS.genre },
        ],
        responses: {
          200: {
            description: 'Books, oldest first.',
            headers: { Link: { schema: { type: 'string' } } },
            ...json({ type: 'array', items: ref('Book') }),
          },
          400: problem('A parameter is wrong.'),
          401: UNAUTHORIZED,
        },
      },
      post: {
        operationId: 'addBook',
        parameters: [
          {
            name: 'X-Client',
            in: 'header',
            required: true,
            schema: { type: 'string', minLength: 1 },
            example: 'tests',
          },
        ],
        requestBody: body,
        responses: {
          201: {
            ...book('Added.'),
            headers: { ETag: ETAG, Location: { required: true, schema: { type: 'string' } } },
          },
          400: problem('A field is wrong.'),
          401: UNAUTHORIZED,
          415: problem('Only JSON is read.'),
        },
      },
    },
    '/books/{bookId}': {
      parameters: [ID],
      get: {
        operationId: 'readBook',
        parameters: [CONDITION('If-None-Match')],
        responses: { 200: book('The book.'), 304: { description: 'Not modified.' }, ...COMMON },
      },
      put: {
        operationId: 'replaceBook',
        parameters: [CONDITION('If-Match')],
        requestBody: body,
        responses: { 200: book('Replaced.'), ...WRITE },
      },
      delete: {
        operationId: 'removeBook',
        parameters: [CONDITION('If-Match')],
        responses: { 204: { description: 'Removed.' }, ...COMMON, 403: WRITE[403], 412: WRITE[412] },
      },
    },
    '/books/{bookId}/summary': {
      parameters: [ID],
      get: {
        operationId: 'summarizeBook',
        responses: {
          200: {
            description: 'In a sentence.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['summary'],
                  properties: { summary: { type: 'string' } },
                },
              },
              'text/plain': { schema: { type: 'string' } },
            },
          },
          ...COMMON,
        },
      },
    },
    '/opening-hours': {
      options: {
        operationId: 'askForHours',
        security: [],
        responses: { 204: { description: 'What pages of other origins may do.' } },
      },
      get: {
        operationId: 'readHours',
        security: [],
        responses: {
          200: {
            description: 'For pages of any origin.',
            headers: { 'Access-Control-Allow-Origin': { required: true, schema: { type: 'string' } } },
            ...json({ type: 'object', required: ['monday'], properties: { monday: { type: 'string' } } }),
          },
          429: {
            ...problem('Too many requests.'),
            headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
          },
        },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: {
      NewBook: {
        type: 'object',
        required: ['title', 'genre', 'pages'],
        additionalProperties: false,
        properties: FIELDS,
        example: { title: 'On Rivers', genre: 'science', pages: 320, tags: ['water'] },
      },
      Book: {
        type: 'object',
        required: ['id', 'title', 'genre', 'pages', 'tags'],
        properties: { id: { type: 'string' }, ...FIELDS },
      },
      Problem: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
    },
  },
};
