import { Configuration, SnippetsApi } from './client/index.ts';
import { baseUrl, password, use, username } from './steps.mts';

const api = new SnippetsApi(new Configuration({ basePath: baseUrl, username, password }));

await use({
  create: async (code) => (await api.createSnippet({ snippetInput: { code } })).id,
  list: async () => (await api.listSnippets()).map(({ id }) => id),
  raw: (id) => api.getSnippetCode({ id }),
  remove: (id) => api.deleteSnippet({ id }),
});
