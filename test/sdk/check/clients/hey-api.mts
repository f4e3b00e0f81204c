import { client } from './client/client.gen.ts';
import { createSnippet, deleteSnippet, getSnippetCode, listSnippets } from './client/sdk.gen.ts';
import { baseUrl, headers, use } from './steps.mts';

client.setConfig({ baseUrl, headers });
const throwOnError = true;

await use({
  create: async (code) => (await createSnippet({ body: { code }, throwOnError })).data.id,
  list: async () => (await listSnippets({ throwOnError })).data.map(({ id }) => id),
  raw: async (id) => (await getSnippetCode({ path: { id }, throwOnError })).data,
  remove: (id) => deleteSnippet({ path: { id }, throwOnError }),
});
