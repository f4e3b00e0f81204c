// The same API as a careful author writes it with Fastify 5 and the official driver, without a specification behind it.
// Environment: PORT, MONGODB_URL. Nobody has to authenticate; everything else that an answer needs, it does: it
// validates, highlights in the thread that answers, and waits for a majority.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Fastify from 'fastify';
import hljs from 'highlight.js';
import { MongoClient } from 'mongodb';

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
const properties = {
  ...{ id: { type: 'integer' }, owner: text, title: text, code: text },
  ...{ linenos: { type: 'boolean' }, language: text, style: text },
};
const snippet = { type: 'object', required: Object.keys(properties), properties };
const params = { type: 'object', properties: { id: { type: 'integer' } } };
const limit = { type: 'integer', minimum: 1, maximum: 1000 };
const querystring = { type: 'object', properties: { limit, q: { type: 'string', maxLength: 200 } } };
const sheet = readFileSync(
  createRequire(import.meta.url).resolve('highlight.js/styles/github.min.css'),
  'utf8',
);
const HIDDEN = { projection: { highlighted: 0 } };

const client = await new MongoClient(process.env.MONGODB_URL ?? '', {
  writeConcern: { w: 'majority' },
}).connect();
const db = client.db();
const snippets = db.collection('snippets');
await snippets.createIndexes([
  { key: { created: 1, _id: 1 } },
  // The field `language` would be taken for a natural language.
  { key: { title: 'text', code: 'text' }, language_override: 'none' },
]);

// One line a request, as the service writes it.
const app = Fastify({ logger: true, disableRequestLogging: true });
app.addHook('onResponse', async ({ id, method, url, ip, log }, { statusCode, elapsedTime }) => {
  log.info({ request: id, method, url, status: statusCode, ms: elapsedTime, ip }, 'answered');
});

app.get(
  '/snippets/:id/',
  { schema: { params, response: { 200: snippet } } },
  async ({ params, headers }, reply) => {
    const found = await snippets.findOne({ _id: params.id }, HIDDEN);
    if (!found) return reply.code(404).send({ detail: 'Not found.' });
    const etag = `"${found.version}"`;
    reply.header('ETag', etag);
    return headers['if-none-match'] === etag ? reply.code(304).send() : represent(found);
  },
);

const response = { 200: { type: 'array', items: snippet } };
app.get('/snippets/', { schema: { querystring, response } }, async ({ query: { limit = 0, q } }) => {
  const filter = q ? { $text: { $search: `"${q}"` } } : {};
  const found = snippets.find(filter, HIDDEN).sort({ created: 1, _id: 1 }).limit(limit);
  return (await found.toArray()).map(represent);
});

app.post('/snippets/', { schema: { body: input, response: { 201: snippet } } }, async ({ body }, reply) => {
  const increment = [{ _id: 'snippets' }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' }];
  const { value: _id } = await db.collection('counters').findOneAndUpdate(...increment);
  const record = { _id, created: new Date(), ...contentOf(body), ownerId: 1, owner: 'bench', version: 1 };
  await snippets.insertOne(record);
  reply.code(201).header('Location', `/snippets/${_id}/`).header('ETag', '"1"');
  return represent(record);
});

app.put(
  '/snippets/:id/',
  { schema: { params, body: input, response: { 200: snippet } } },
  async (request, reply) => {
    const update = { $set: contentOf(request.body), $inc: { version: 1 } };
    const options = { returnDocument: 'after', ...HIDDEN };
    const record = await snippets.findOneAndUpdate({ _id: request.params.id }, update, options);
    if (!record) return reply.code(404).send({ detail: 'Not found.' });
    reply.header('ETag', `"${record.version}"`);
    return represent(record);
  },
);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await client.close();
});

function represent({ _id: id, owner, title, code, linenos, language, style }) {
  return { id, owner, title, code, linenos, language, style };
}

function contentOf({ title = '', code, linenos = false, language = 'python', style = 'github' }) {
  const markup = hljs.highlight(code, { language }).value;
  const escaped = title.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'));
  const highlighted = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped}</title><style>${sheet}</style></head>
<body class="hljs"><pre><code>${markup}</code></pre></body></html>
`;
  return { title, code, linenos, language, style, highlighted };
}
