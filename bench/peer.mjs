// The peer: the same API as a careful author writes it with Fastify 5 and the official driver, without a contract behind it.
// Settings: PORT, MONGODB_URL, LOG_LEVEL. It asks nobody who they are and has no search; everything else that an answer needs, it does.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Fastify from 'fastify';
import hljs from 'highlight.js';
import { MongoClient } from 'mongodb';

const { PORT = '0', MONGODB_URL = '', LOG_LEVEL = 'info' } = process.env;

const properties = {
  title: { type: 'string', maxLength: 100, default: '' },
  code: { type: 'string', maxLength: 100_000, pattern: '\\S' },
  linenos: { type: 'boolean', default: false },
  language: { type: 'string', enum: hljs.listLanguages(), default: 'python' },
  style: { type: 'string', enum: ['github'], default: 'github' },
};
const text = { type: 'string' };
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
const byId = { type: 'object', properties: { id: { type: 'integer' } } };
const withoutHighlighted = { projection: { highlighted: 0, words: 0 } };

const sheet = readFileSync(
  createRequire(import.meta.url).resolve('highlight.js/styles/github.min.css'),
  'utf8',
);
const client = new MongoClient(MONGODB_URL);
const db = client.db();
const snippets = db.collection('snippets');
const counters = db.collection('counters');

// One line a request, as the service writes it.
const app = Fastify({ logger: { level: LOG_LEVEL }, disableRequestLogging: true });
app.addHook('onResponse', async ({ id, method, url, ip, log }, { statusCode, elapsedTime }) => {
  log.info({ request: id, method, url, status: statusCode, ms: elapsedTime, ip }, 'answered');
});

app.get(
  '/snippets/:id/',
  { schema: { params: byId, response: { 200: snippet } } },
  async (request, reply) => {
    const found = await snippets.findOne({ _id: request.params.id }, withoutHighlighted);
    if (!found) return reply.code(404).send({ detail: 'Not found.' });
    reply.header('ETag', `"${found.version}"`);
    return represent(found);
  },
);

app.get('/snippets/', { schema: { response: { 200: { type: 'array', items: snippet } } } }, async () => {
  const found = await snippets.find({}, withoutHighlighted).sort({ created: 1, _id: 1 }).toArray();
  return found.map(represent);
});

app.post(
  '/snippets/',
  { schema: { body: { type: 'object', required: ['code'], properties }, response: { 201: snippet } } },
  async (request, reply) => {
    const { title, code, linenos, language, style } = request.body;
    const counter = await counters.findOneAndUpdate(
      { _id: 'snippets' },
      { $inc: { value: 1 } },
      { upsert: true, returnDocument: 'after' },
    );
    const document = {
      _id: counter.value,
      created: new Date(),
      ...{ title, code, linenos, language, style },
      highlighted: page(title, hljs.highlight(code, { language }).value),
      plain: false,
      ownerId: 1,
      owner: 'bench',
      version: 1,
    };
    await snippets.insertOne(document);
    reply.code(201).header('Location', `/snippets/${document._id}/`).header('ETag', '"1"');
    return represent(document);
  },
);

function represent({ _id: id, owner, title, code, linenos, language, style }) {
  return { id, owner, title, code, linenos, language, style };
}

function page(title, html) {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title.replace(/[&<]/g, (c) => (c === '&' ? '&amp;' : '&lt;'))}</title><style>
${sheet}
</style></head>
<body class="hljs"><pre><code>${html}</code></pre></body>
</html>
`;
}

await client.connect();
const address = await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.log(`peer listening on ${address}`);
process.once('SIGTERM', async () => {
  await app.close();
  await client.close();
});
