// The least that answers: node:http and the official driver, without a framework, without validation, without a log.
// Environment: PORT, MONGODB_URL.
import { createServer } from 'node:http';
import { openSnippets, represent } from './mongodb-snippets.mjs';

const snippets = await openSnippets(process.env.MONGODB_URL);

const server = createServer(async (request, response) => {
  try {
    const { status, etag, body } = await answer(request);
    const headers = { 'Content-Type': 'application/json', ...(etag && { ETag: etag }) };
    if (etag !== undefined && request.headers['if-none-match'] === etag)
      response.writeHead(304, { ETag: etag }).end();
    else response.writeHead(status, headers).end(JSON.stringify(body));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});

async function answer(request) {
  const url = new URL(request.url, 'http://localhost');
  const { method } = request;
  const id = Number(/^\/snippets\/(\d+)\/$/.exec(url.pathname)?.[1]);
  if (id && method === 'GET') return described(200, await snippets.one(id));
  if (id && method === 'PUT') return described(200, await snippets.replace(id, await bodyOf(request)));
  if (url.pathname === '/users/' && method === 'GET') return { status: 200, body: await snippets.users() };
  if (url.pathname === '/snippets/' && method === 'POST') {
    return described(201, await snippets.create(await bodyOf(request)));
  }
  if (url.pathname === '/snippets/' && method === 'GET') {
    const { limit, q } = Object.fromEntries(url.searchParams);
    return { status: 200, body: (await snippets.list({ limit: Number(limit ?? 0), q })).map(represent) };
  }
  return { status: 404, body: { detail: 'Not found.' } };
}

function described(status, record) {
  if (!record) return { status: 404, body: { detail: 'Not found.' } };
  return { status, etag: `"${record.version}"`, body: represent(record) };
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await snippets.close();
});
