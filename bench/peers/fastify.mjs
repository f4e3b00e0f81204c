// The same API as a careful author writes it with Fastify 5 and the official driver, without a specification behind it.
// Environment: PORT, MONGODB_URL. Nobody has to authenticate; everything else that an answer needs, it does. With
// SAME_WORK a write looks up its token and user and is indexed by the terms of the service.
import Fastify from 'fastify';
import hljs from 'highlight.js';
import { openSnippets, represent } from './mongodb-snippets.mjs';

const text = { type: 'string' };
const input = {
  type: 'object',
  required: ['code'],
  properties: {
    title: { type: 'string', maxLength: 100, default: '' },
    code: { type: 'string', maxLength: 100_000, pattern: '\\S' },
    linenos: { type: 'boolean', default: false },
    language: { type: 'string', enum: hljs.listLanguages(), default: 'python' },
    style: { type: 'string', enum: ['github'], default: 'github' },
  },
};
const snippet = {
  type: 'object',
  required: ['id', 'owner', 'title', 'code', 'linenos', 'language', 'style'],
  properties: {
    id: { type: 'integer' },
    owner: text,
    title: text,
    code: text,
    linenos: { type: 'boolean' },
    language: text,
    style: text,
  },
};
const user = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    username: text,
    snippets: { type: 'array', items: { type: 'integer' } },
  },
};
const params = { type: 'object', properties: { id: { type: 'integer' } } };
const query = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 1000 },
    q: { type: 'string', maxLength: 200 },
  },
};
const listOf = (items) => ({ 200: { type: 'array', items } });

const isSameWork = process.env.SAME_WORK !== undefined;
const { termsOf } = isSameWork ? await import('../../dist/store/terms.js') : {};
const snippets = await openSnippets(process.env.MONGODB_URL, termsOf);
// One line a request, as the service writes it.
const app = Fastify({ logger: true, disableRequestLogging: true });
app.addHook('onResponse', async ({ id, method, url, ip, log }, { statusCode, elapsedTime }) => {
  log.info({ request: id, method, url, status: statusCode, ms: elapsedTime, ip }, 'answered');
});

if (isSameWork) {
  app.addHook('preValidation', async ({ method, headers }, reply) => {
    if (method !== 'GET' && !(await snippets.userOf(headers.authorization))?.active)
      return reply.code(401).send({ detail: 'Invalid token.' });
  });
}

app.get('/snippets/:id/', { schema: { params, response: { 200: snippet } } }, async (request, reply) => {
  const found = await snippets.one(request.params.id);
  if (!found) return reply.code(404).send({ detail: 'Not found.' });
  const etag = `"${found.version}"`;
  reply.header('ETag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return represent(found);
});

app.get('/snippets/', { schema: { querystring: query, response: listOf(snippet) } }, async (request) =>
  (await snippets.list(request.query)).map(represent),
);

app.get('/users/', { schema: { response: listOf(user) } }, () => snippets.users());

app.post('/snippets/', { schema: { body: input, response: { 201: snippet } } }, async (request, reply) => {
  const record = await snippets.create(request.body);
  reply.code(201).header('Location', `/snippets/${record._id}/`).header('ETag', '"1"');
  return represent(record);
});

app.put(
  '/snippets/:id/',
  { schema: { params, body: input, response: { 200: snippet } } },
  async (request, reply) => {
    const record = await snippets.replace(request.params.id, request.body);
    if (!record) return reply.code(404).send({ detail: 'Not found.' });
    reply.header('ETag', `"${record.version}"`);
    return represent(record);
  },
);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await snippets.close();
});
