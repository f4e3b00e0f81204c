// biome-ignore-all lint/correctness/noUndeclaredDependencies: it runs where these are installed
import createClient from 'openapi-fetch';
import type { paths } from './client/types.ts';
import { baseUrl, headers, use } from './steps.mts';

const client = createClient<paths>({ baseUrl, headers });

function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

await use({
  create: async (code) => dataOf(await client.POST('/snippets/', { body: { code } })).id,
  list: async () => dataOf(await client.GET('/snippets/')).map(({ id }) => id),
  raw: async (id) =>
    dataOf(await client.GET('/snippets/{id}/raw/', { params: { path: { id } }, parseAs: 'text' })),
  remove: (id) => client.DELETE('/snippets/{id}/', { params: { path: { id } } }),
});
