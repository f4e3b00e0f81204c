/** Small services, each with something that documents in use have: as it should be, and with one fault. */
import { type Answer, documentOf, type Question, type Reply } from './run-harness.js';

export interface Dialect {
  readonly name: string;
  /** As `documentOf` reads it. */
  readonly document: object;
  readonly options?: string;
  /** A service of its own for each run. */
  readonly serve: () => Answer;
  /** What the fault changes. */
  readonly fault: (reply: Reply, question: Question) => Reply;
  /** What is said of the fault. */
  readonly finds: RegExp;
}

type Handler = (values: readonly string[], question: Question) => Reply | undefined;

/** A service with these operations, by `METHOD /path`, which refuses all other methods, and 400 where a handler says nothing. */
function route(handlers: Readonly<Record<string, Handler>>): Answer {
  const routes = Object.entries(handlers).map(([name, handle]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, handle, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`) };
  });
  return (question) => {
    // A path that is written out comes before one with parameters.
    const fitting = routes.filter(({ pattern }) => pattern.test(question.path));
    const own = fitting.find(({ method }) => method === question.method);
    const Allow = [...new Set(fitting.map(({ method }) => method))].join(', ');
    if (fitting.length === 0) return [404, {}];
    if (question.method === 'OPTIONS') return [204, undefined, { Allow }];
    if (!own) return [405, {}, { Allow }];
    if (question.bytes.length > 0 && !/json/.test(question.headers['content-type'] ?? '')) return [415, {}];
    const values = (own.pattern.exec(question.path) ?? []).slice(1).map((value) => decodeURIComponent(value));
    return own.handle(values, question) ?? [400, {}];
  };
}

const isRecord = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
const isText = (value: unknown, most = 20): value is string =>
  typeof value === 'string' && [...value].length <= most;

/** Changes the body of answers with a status. */
const tells =
  (status: number, change: (body: Readonly<Record<string, unknown>>) => unknown): Dialect['fault'] =>
  (reply) =>
    reply[0] === status && isRecord(reply[1]) ? [status, change(reply[1]), reply[2]] : reply;

const CURRENCIES = ['EUR', 'USD', 'CHF'];
const login = (word: string) => `Basic ${Buffer.from(word).toString('base64')}`;

export const DIALECTS: readonly Dialect[] = [
  {
    name: 'paths that end in two parameters',
    document: documentOf(`
x-currency: &currency { type: string, enum: [EUR, USD, CHF] }
GET /rates/{from}/{to}:
  parameters: [{ name: from, in: path, required: true, schema: *currency }, { name: to, in: path, required: true, schema: *currency }]
  gives: { type: object, required: [rate], properties: { rate: { type: number } } }
POST /rates/{from}/{to}/alarms/{hour}:
  statuses: [204, 400, 415]
  parameters:
    - { name: from, in: path, required: true, schema: *currency }
    - { name: to, in: path, required: true, schema: *currency }
    - { name: hour, in: path, required: true, schema: { type: integer, minimum: 0, maximum: 23 } }
`),
    serve: () =>
      route({
        'GET /rates/{from}/{to}': (given) =>
          given.every((one) => CURRENCIES.includes(one)) ? [200, { rate: 1.5 }] : undefined,
        'POST /rates/{from}/{to}/alarms/{hour}': ([from = '', to = '', hour = '']) =>
          CURRENCIES.includes(from) && CURRENCIES.includes(to) && /^(1?\d|2[0-3])$/.test(hour)
            ? [204]
            : undefined,
      }),
    fault: tells(200, () => ({ rate: 'high' })),
    finds: /^response_schema_conformance GET \/rates\/\{from\}\/\{to\}: The body\/rate must be number/,
  },
  {
    name: 'path parameters in the styles matrix and label, and lists in them',
    document: documentOf(`
x-shown: &shown { type: object, properties: { of: { type: array, items: { type: integer } } } }
GET /label/{id}:
  gives: *shown
  parameters: [{ name: id, in: path, required: true, style: label, schema: { type: integer, minimum: 1, maximum: 99 } }]
GET /matrix/{id}:
  gives: *shown
  parameters: [{ name: id, in: path, required: true, style: matrix, schema: { type: integer, minimum: 1, maximum: 99 } }]
GET /matrices/{ids}:
  gives: *shown
  parameters:
    - { name: ids, in: path, required: true, style: matrix, explode: true, schema: { type: array, minItems: 1, maxItems: 5, items: { type: integer, minimum: 1, maximum: 99 } } }
GET /plain/{ids}:
  gives: *shown
  parameters:
    - { name: ids, in: path, required: true, schema: { type: array, minItems: 2, maxItems: 5, items: { type: integer, minimum: 1, maximum: 99 } } }
`),
    serve: () => {
      const shows = (ids: readonly string[], least: number): Reply | undefined =>
        ids.length >= least && ids.length <= 5 && ids.every((id) => /^[1-9]\d?$/.test(id))
          ? [200, { of: ids.map(Number) }]
          : undefined;
      const after = (text: string, start: string) =>
        text.startsWith(start) ? [text.slice(start.length)] : [];
      return route({
        'GET /label/{id}': ([text = '']) => shows(after(text, '.'), 1),
        'GET /matrix/{id}': ([text = '']) => shows(after(text, ';id='), 1),
        'GET /matrices/{ids}': ([text = '']) =>
          shows(
            after(text, ';ids=').flatMap((ids) => ids.split(';ids=')),
            1,
          ),
        'GET /plain/{ids}': ([text = '']) => shows(text.split(','), 2),
      });
    },
    fault: tells(200, ({ of }) => ({ of: String(of) })),
    finds: /^response_schema_conformance GET \/matrices\/\{ids\}: The body\/of must be array/,
  },
  {
    name: 'a login on one operation and a token on another',
    options: '--auth ann:secret --also bearer:ann',
    document: documentOf(`
components:
  securitySchemes: { basic: { type: http, scheme: basic }, bearer: { type: http, scheme: bearer } }
GET /a: { security: [{ basic: [] }], statuses: [200, 401] }
GET /b: { security: [{ bearer: [] }], statuses: [200, 401] }
GET /open: { security: [] }
`),
    serve: () =>
      route({
        'GET /a': (_, { headers }) => [headers.authorization === login('ann:secret') ? 200 : 401],
        'GET /b': (_, { headers }) => [headers.authorization === 'Bearer ann' ? 200 : 401],
        'GET /open': (_, { headers }) => [headers.authorization === undefined ? 200 : 400],
      }),
    fault: (reply, { path }) => (path === '/b' && reply[0] === 401 ? [200] : reply),
    finds: /^ignored_auth GET \/b: /,
  },
  {
    name: 'servers of a path and of an operation',
    document: documentOf(`
servers: [{ url: /v1 }]
GET /a:
GET /b: { servers: [{ url: /v2 }], gives: { type: integer } }
`),
    serve: () => route({ 'GET /v1/a': () => [200], 'GET /v2/b': () => [200, 1] }),
    fault: (reply, { path }) => (path === '/v2/b' && reply[0] === 200 ? [200, 'one'] : reply),
    finds: /^response_schema_conformance GET \/b: /,
  },
  {
    name: 'media types that differ in their parameters',
    document: documentOf(`
GET /a:
  responses:
    200:
      content:
        application/json;version=1: { schema: { type: object, required: [old], properties: { old: { type: string } } } }
        application/json;version=2: { schema: { type: object, required: [new], properties: { new: { type: string } } } }
POST /a:
  statuses: [204, 400, 415]
  requestBody:
    required: true
    content:
      application/json;version=2: { schema: { type: object, required: [new], properties: { new: { type: string, maxLength: 20 } } } }
`),
    serve: () =>
      route({
        'GET /a': (_, { headers }) =>
          headers.accept?.includes('version=1')
            ? [200, { old: 'x' }, { 'Content-Type': 'application/json; version=1' }]
            : [200, { new: 'x' }, { 'Content-Type': 'application/json; version=2' }],
        'POST /a': (_, { headers, body }) => {
          if (!/version=2/.test(headers['content-type'] ?? '')) return [415];
          return isRecord(body) && isText(body.new) ? [204] : undefined;
        },
      }),
    fault: (reply) => (isRecord(reply[1]) && 'old' in reply[1] ? [200, {}, reply[2]] : reply),
    finds: /^response_schema_conformance GET \/a: .*'old'/,
  },
  {
    name: 'formats that JSON Schema does not have',
    document: documentOf(`
GET /a: { gives: { type: object, properties: { home: { type: string, format: url }, of: { type: string, format: ulid } } } }
POST /a: { statuses: [204, 400, 415], takes: { type: object, required: [home], properties: { home: { type: string, format: url, maxLength: 90 } } } }
`),
    serve: () =>
      route({
        'GET /a': () => [200, { home: 'http://localhost:8080/a', of: '01H' }],
        'POST /a': (_, { body }) => (isRecord(body) && isText(body.home, 90) ? [204] : undefined),
      }),
    fault: tells(200, (body) => ({ ...body, of: 1 })),
    finds: /^response_schema_conformance GET \/a: The body\/of must be string/,
  },
  {
    name: 'ids beyond 2^53, without Location',
    document: documentOf(`
x-item: &item { type: object, required: [id, name], properties: { id: { type: integer, format: int64 }, name: &name { type: string, maxLength: 20 } } }
GET /items: { gives: { type: array, items: *item } }
POST /items: { statuses: [201, 400, 415], gives: *item, takes: { type: object, required: [name], properties: { name: *name } } }
GET /items/{id}: { statuses: [200, 400, 404], gives: *item }
DELETE /items/{id}: { statuses: [204, 400, 404] }
`),
    serve: () => {
      const names = new Map<string, string>();
      let last = 9007199254740993n;
      const show = (id: string) => `{"id":${id},"name":${JSON.stringify(names.get(id))}}`;
      const told = (status: number, text: string): Reply => [
        status,
        Buffer.from(text),
        { 'Content-Type': 'application/json' },
      ];
      return route({
        'GET /items': () => told(200, `[${[...names.keys()].map(show).join()}]`),
        'POST /items': (_, { body }) => {
          if (!isRecord(body) || !isText(body.name)) return undefined;
          last += 2n;
          names.set(String(last), body.name);
          return told(201, show(String(last)));
        },
        'GET /items/{id}': ([id = '']) => (names.has(id) ? told(200, show(id)) : [404, {}]),
        'DELETE /items/{id}': ([id = '']) => [names.delete(id) ? 204 : 404],
      });
    },
    fault: (reply, { method }) => (method === 'DELETE' && reply[0] === 204 ? [202] : reply),
    finds: /^status_code_conformance DELETE \/items\/\{id\}: The status 202/,
  },
  {
    name: 'names from a list, with GET and PUT alone',
    document: documentOf(`
x-level: &level { type: object, required: [level], properties: { level: { type: integer, minimum: 0, maximum: 9 } } }
GET /lamps/{room}: { statuses: [200, 400, 404], gives: *level, parameters: &room [{ name: room, in: path, required: true, schema: { type: string, enum: [hall, attic] } }] }
PUT /lamps/{room}: { statuses: [200, 400, 404, 415], takes: *level, gives: *level, parameters: *room }
GET /floors/{n}: { statuses: [200, 404], gives: *level, parameters: &n [{ name: n, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }] }
PUT /floors/{n}: { statuses: [200, 400, 404, 415], takes: *level, gives: *level, parameters: *n }
`),
    serve: () => {
      const levels = new Map<string, number>();
      const read = (name: string): Reply => [200, { level: levels.get(name) ?? 0 }];
      const write = (name: string, { body }: Question): Reply => {
        const { level } = isRecord(body) ? body : {};
        if (typeof level !== 'number' || !Number.isInteger(level) || level < 0 || level > 9) return [400, {}];
        levels.set(name, level);
        return read(name);
      };
      const known =
        (is: RegExp, act: (name: string, question: Question) => Reply): Handler =>
        ([name = ''], question) =>
          is.test(name) ? act(name, question) : [404, {}];
      return route({
        'GET /lamps/{room}': known(/^(hall|attic)$/, read),
        'PUT /lamps/{room}': known(/^(hall|attic)$/, write),
        'GET /floors/{n}': known(/^[1-9]$/, read),
        'PUT /floors/{n}': known(/^[1-9]$/, write),
      });
    },
    fault: (reply, { method }) => (method === 'GET' && reply[0] === 200 ? [200, { level: 9 }] : reply),
    finds: /^stored_data_conformance PUT \/lamps\/\{room\}: PUT got \d for level, and a read gives 9/,
  },
  {
    name: 'a discriminator on a schema that others extend',
    document: documentOf(`
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [lives], properties: { lives: { type: integer, minimum: 1, maximum: 9 } } }] }
    Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { type: object, required: [tricks], properties: { tricks: { type: array, items: { type: string } } } }] }
POST /pets: { statuses: [204, 400, 415], takes: { $ref: '#/components/schemas/Pet' } }
GET /pets: { gives: { type: array, items: { $ref: '#/components/schemas/Pet' } } }
`),
    serve: () =>
      route({
        'GET /pets': () => [200, [{ kind: 'Cat', lives: 9 }, { kind: 'Fish' }]],
        'POST /pets': (_, { body }) => {
          if (!isRecord(body)) return undefined;
          const { kind, lives, tricks } = body;
          if (kind === 'Dog')
            return Array.isArray(tricks) && tricks.every((one) => typeof one === 'string')
              ? [204]
              : undefined;
          const isWhole = typeof lives === 'number' && Number.isInteger(lives);
          return kind === 'Cat' && isWhole && lives >= 1 && lives <= 9 ? [204] : undefined;
        },
      }),
    fault: (reply, { method }) => (method === 'GET' && reply[0] === 200 ? [200, [{ kind: 'Cat' }]] : reply),
    finds: /^response_schema_conformance GET \/pets: The body\/0\/lives/,
  },
  {
    name: 'a field that may be null',
    document: documentOf(`
x-note: &note { type: object, required: [text], properties: { text: { type: string, minLength: 1, maxLength: 20 }, colour: { type: string, nullable: true, maxLength: 9 } } }
GET /notes/{id}: { statuses: [200, 404], gives: *note }
PUT /notes/{id}: { statuses: [200, 400, 404, 415], takes: *note, gives: *note }
`),
    serve: () => {
      const notes = new Map<string, object>();
      return route({
        'GET /notes/{id}': ([id = '']) => (notes.has(id) ? [200, notes.get(id)] : [404, {}]),
        'PUT /notes/{id}': ([id = ''], { body }) => {
          if (!isRecord(body) || !isText(body.text) || body.text === '') return undefined;
          if (body.colour !== undefined && body.colour !== null && !isText(body.colour, 9)) return undefined;
          notes.set(id, body);
          return [200, body];
        },
      });
    },
    fault: tells(200, (body) => ({ ...body, colour: body.colour ?? '' })),
    finds: /^stored_data_conformance PUT \/notes\/\{id\}: PUT got null for colour, and .* ""/,
  },
  {
    name: 'a server that asks for a User-Agent',
    document: documentOf('GET /a: { gives: { type: integer } }'),
    serve: () => route({ 'GET /a': (_, { headers }) => (headers['user-agent'] ? [200, 1] : [403, {}]) }),
    fault: (reply) => (reply[0] === 200 ? [200, 'one'] : reply),
    finds: /^response_schema_conformance GET \/a: /,
  },
  {
    name: 'a path that is written out beside one with a parameter',
    document: documentOf(`
GET /users/me:
GET /users/{id}: { statuses: [200, 400, 404] }
PUT /users/{id}: { statuses: [204, 400, 404, 415] }
DELETE /users/{id}: { statuses: [204, 400, 404] }
`),
    serve: () =>
      route({
        'GET /users/me': () => [200],
        'GET /users/{id}': () => [200],
        'PUT /users/{id}': () => [204],
        'DELETE /users/{id}': () => [204],
      }),
    options: '--phases coverage',
    fault: (reply, { method }) => (method === 'PATCH' ? [200] : reply),
    finds: /^unsupported_method PATCH \/users\/me: /,
  },
  {
    name: 'names that mean something elsewhere, and references in what nobody reads',
    document: {
      openapi: '3.2.0',
      components: {
        schemas: {
          '100%': { type: 'object', properties: { additionalProperties: { type: 'boolean' }, id: true } },
        },
      },
      ...documentOf(`
x-nothing: { $ref: '#/nothing' }
GET /a:
  x-example: { $ref: nowhere.yaml }
  responses:
    200:
      content:
        application/json:
          schema: { $ref: '#/components/schemas/100%' }
          example: { $ref: '#/nothing' }
`),
    },
    serve: () => route({ 'GET /a': () => [200, { additionalProperties: true }] }),
    fault: tells(200, () => ({ additionalProperties: 'x' })),
    finds: /^response_schema_conformance GET \/a: The body\/additionalProperties must be boolean/,
  },
];
