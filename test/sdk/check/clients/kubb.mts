import type { Client } from './client/.kubb/fetch.ts';
import { createSnippet, deleteSnippet, getSnippetCode, listSnippets } from './client/index.ts';
import { baseUrl, headers, use } from './steps.mts';

// The client that it brings names no Content-Type, takes errors for results, and reads every answer as JSON.
const client: Client = async ({ method, url, data }) => {
  const body = data === undefined ? {} : { body: JSON.stringify(data) };
  const all = { ...headers, 'Content-Type': 'application/json' };
  const answer = await fetch(`${baseUrl}${url}`, { method, headers: all, ...body });
  if (!answer.ok) throw new Error(await answer.text());
  const isJson = answer.headers.get('Content-Type') === 'application/json';
  const { status, statusText } = answer;
  return {
    data: await (isJson ? answer.json() : answer.text()),
    status,
    statusText,
    headers: answer.headers,
  };
};

await use({
  create: async (code) => (await createSnippet({ code }, {}, {}, { client })).id,
  list: async () => (await listSnippets({}, { client })).map(({ id }) => id),
  raw: (id) => getSnippetCode(id, {}, { client }),
  remove: (id) => deleteSnippet(id, {}, {}, { client }),
});
